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
