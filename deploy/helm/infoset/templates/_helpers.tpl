{{- define "infoset.selector" -}}
app.kubernetes.io/name: infoset
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "infoset.labels" -}}
{{ include "infoset.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "infoset.page" -}}
path: {{ index . 1 }}
port: infoset
{{- with (index . 0).Values.probeHost }}
httpHeaders: [{name: Host, value: {{ . | quote }}}]
{{- end }}
{{- end }}

{{- /* Servers of one kind: `component` is `server`, with all roles, or `edge`. */ -}}
{{- define "infoset.servers" -}}
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ .name }}
  labels:
    {{- include "infoset.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  serviceName: {{ .root.Release.Name }}-nodes
  replicas: {{ .replicas }}
  podManagementPolicy: Parallel
  selector:
    matchLabels:
      {{- include "infoset.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
  template:
    metadata:
      labels:
        {{- include "infoset.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ .root.Values.terminationGracePeriodSeconds }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        fsGroupChangePolicy: OnRootMismatch
        seccompProfile: {type: RuntimeDefault}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "infoset.selector" .root | nindent 14 }}
              app.kubernetes.io/component: {{ .component }}
      {{- with .root.Values.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .root.Values.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: infoset
          image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args:
            - serve
            - --config
            - /etc/infoset/node.toml
            - --host
            - 0.0.0.0
            - --port
            - "7421"
            - --data
            - /data
            - --log
            - json
            - --set
            - cluster.node=$(POD_NAME)
            {{- range $name, $value := .root.Values.settings }}
            {{- if ne (toString $value) "" }}
            - --set
            - {{ printf "%s=%v" $name $value | quote }}
            {{- end }}
            {{- end }}
          env:
            - name: POD_NAME
              valueFrom: {fieldRef: {fieldPath: metadata.name}}
          ports:
            - {name: infoset, containerPort: 7421}
          lifecycle:
            preStop:
              exec: {command: [sleep, {{ .root.Values.drainDelaySeconds | quote }}]}
          startupProbe:
            httpGet: {{- include "infoset.page" (list .root "/health") | nindent 14 }}
            periodSeconds: 2
            failureThreshold: 60
          readinessProbe:
            httpGet: {{- include "infoset.page" (list .root "/ready") | nindent 14 }}
            periodSeconds: 1
            timeoutSeconds: 2
            failureThreshold: 2
          livenessProbe:
            httpGet: {{- include "infoset.page" (list .root "/health") | nindent 14 }}
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: {{ div (int .root.Values.restartAfterSeconds) 10 }}
          resources: {{- toYaml .root.Values.resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: {drop: [ALL]}
          volumeMounts:
            - {name: data, mountPath: /data}
            - {name: tmp, mountPath: /tmp}
            {{- if ne .component "edge" }}
            - {name: secrets, mountPath: /data/server.key, subPath: server.key, readOnly: true}
            {{- end }}
            - {name: secrets, mountPath: /etc/infoset/node.toml, subPathExpr: $(POD_NAME).toml, readOnly: true}
      volumes:
        - name: tmp
          emptyDir: {sizeLimit: 256Mi}
        - name: secrets
          secret: {secretName: {{ .root.Values.secret | quote }}, defaultMode: 0440}
        {{- if eq .component "edge" }}
        - name: data
          emptyDir: {sizeLimit: 256Mi}
        {{- else if .root.Values.data.existingClaim }}
        - name: data
          persistentVolumeClaim: {claimName: {{ .root.Values.data.existingClaim | quote }}}
        {{- end }}
  {{- if and (ne .component "edge") (not .root.Values.data.existingClaim) }}
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        {{- with .root.Values.data.storageClass }}
        storageClassName: {{ . | quote }}
        {{- end }}
        resources: {requests: {storage: {{ .root.Values.data.size | quote }}}}
  {{- end }}
{{- end }}
