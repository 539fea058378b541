# syntax=docker/dockerfile:1
# A server with its house bots: no compiler, no root, nothing written outside /data. docs/containers.md says how it is run.

FROM python:3.13-slim-bookworm AS build
# Debian keeps one version of each; the tag above says of which release.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --no-install-recommends -y gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements/server.lock requirements/server.lock
RUN python -m venv /opt/infoset \
    && /opt/infoset/bin/pip install --no-cache-dir --no-compile --require-hashes -r requirements/server.lock
COPY . .
RUN INFOSET_COMPILED=1 /opt/infoset/bin/pip install --no-cache-dir --no-compile --no-build-isolation --no-deps .
# What has built it stays behind, and so does what a running server has no use for: tests and symbols of the libraries,
# and the one that reads maps from pictures.
RUN /opt/infoset/bin/pip uninstall -y ast-serialize editables hatchling mypy pathspec pillow pluggy setuptools tomlkit trove-classifiers \
    && /opt/infoset/bin/pip check \
    && /opt/infoset/bin/pip uninstall -y pip \
    && find /opt/infoset -depth -type d -name tests -path '*/site-packages/*' -exec rm -r '{}' + \
    && find /opt/infoset -depth -type d -name __pycache__ -exec rm -r '{}' + \
    && find /opt/infoset -name '*.pyi' -delete \
    && find /opt/infoset -name '*.so' -not -path '*.libs/*' -exec strip --strip-unneeded '{}' +

FROM python:3.13-slim-bookworm
RUN groupadd --system --gid 10001 infoset \
    && useradd --system --uid 10001 --gid infoset --no-create-home --shell /usr/sbin/nologin infoset \
    && install --directory --owner infoset --group infoset --mode 0700 /data
COPY --from=build /opt/infoset /opt/infoset
ENV PATH=/opt/infoset/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
VOLUME /data
EXPOSE 7421
# Gracefully: no new matches, running ones may end; what has not ended goes on at the next start.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:7421/health', timeout=4)"]
ENTRYPOINT ["infoset"]
CMD ["serve", "--host", "0.0.0.0", "--port", "7421", "--data", "/data", "--log", "json"]
