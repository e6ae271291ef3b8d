{{- define "toolpress.prefix" -}}
{{- if kindIs "string" .Values.namePrefix }}{{ .Values.namePrefix }}{{ else }}{{ .Release.Name | trunc 40 }}-{{ end }}
{{- end }}

{{/* The labels that choose the pods of an app: dict "root" $ "app" "gateway". Without a prefix a namespace has one release. */}}
{{- define "toolpress.selector" -}}
app.kubernetes.io/name: {{ .app }}
{{- if include "toolpress.prefix" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}
{{- end }}

{{- define "toolpress.labels" -}}
{{ include "toolpress.selector" . }}
app.kubernetes.io/part-of: toolpress
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
{{- if include "toolpress.prefix" .root }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}
{{- end }}

{{/* The name, the full name and the labels of an object of an app. */}}
{{- define "toolpress.metadata" -}}
name: {{ include "toolpress.prefix" .root }}{{ .app }}
labels:
  {{- include "toolpress.labels" . | nindent 2 }}
{{- end }}

{{- define "toolpress.image" -}}
{{ required "Set gateway.image.repository and worker.image.repository to the images that you have built (docker build --target gateway, --target worker) and pushed to your registry." .image.repository }}:{{ .image.tag | default .root.Chart.AppVersion }}{{ with .image.digest }}@{{ . }}{{ end }}
{{- end }}

{{/* The variables that are no secret, quoted; numbers without an exponent. */}}
{{- define "toolpress.config" -}}
STORAGE: s3
{{- range $name, $value := .Values.config }}
{{ $name }}: {{ ternary $value (toJson $value) (kindIs "string" $value) | quote }}
{{- end }}
{{- with .Values.redis.tls }}
{{- if .secret }}
{{- range $name, $file := dict "REDIS_CA" .ca "REDIS_CERT" .cert "REDIS_KEY" .key }}
{{- with $file }}
{{ $name }}: /etc/toolpress/redis/{{ . }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "toolpress.podAnnotations" -}}
checksum/config: {{ include "toolpress.config" .root | sha256sum }}
{{- if .port }}
prometheus.io/scrape: "true"
prometheus.io/port: {{ .port | quote }}
{{- end }}
{{- with (index .root.Values .app).podAnnotations }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What the pods of all apps have in common: dict "root" $ "app" "gateway" "user" 1000. */}}
{{- define "toolpress.pod" -}}
{{- $own := index .root.Values .app -}}
serviceAccountName: {{ include "toolpress.prefix" .root }}{{ .app }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.pod }}
{{ toYaml . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  {{- if eq .app "redis" }}
  fsGroup: {{ .user }}
  {{- end }}
  seccompProfile:
    {{- toYaml ($own.seccompProfile | default (dict "type" "RuntimeDefault")) | nindent 4 }}
{{- end }}

{{- define "toolpress.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "toolpress.selector" . | nindent 8 }}
{{- end }}

{{- define "toolpress.container" -}}
image: {{ include "toolpress.image" . }}
imagePullPolicy: {{ .image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* The environment of an app: dict "root" $ "omit" (list "ADMIN_TOKEN"). */}}
{{- define "toolpress.environment" -}}
{{- range $variable, $secret := .root.Values.secrets }}
{{- if and $secret (not (has $variable $.omit)) }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef: { name: {{ $secret.name }}, key: {{ $secret.key }} }
{{- end }}
{{- end }}
{{- end }}

{{- define "toolpress.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: {{ . }} }
  periodSeconds: 1
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: {{ . }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet: { path: /readyz, port: {{ . }} }
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
{{- end }}

{{/* The hosts of the ingress and the route: those of PUBLIC_URL and FILES_ORIGIN, as a JSON list. */}}
{{- define "toolpress.hosts" -}}
{{- $hosts := list -}}
{{- range compact (list .Values.config.PUBLIC_URL .Values.config.FILES_ORIGIN) -}}
{{- $hosts = append $hosts (urlParse .).hostname -}}
{{- end -}}
{{- toJson (uniq $hosts) -}}
{{- end }}

{{/* Callers' paths by type. /metrics, /healthz and /readyz stay inside. */}}
{{- define "toolpress.paths" -}}
Prefix: [/api, /files, /docs, /pictures{{ if .Values.exposeOperations }}, /admin, /ops{{ end }}]
Exact: [/, /openapi.json, /pages.css, /docs.css, /home.css, /docs.js, /docs-index.js, /favicon.svg, /favicon.ico]
{{- end }}

{{/* The internet, without addresses of clusters, clouds and private networks. */}}
{{- define "toolpress.internet" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      - 0.0.0.0/8
      - 10.0.0.0/8
      - 100.64.0.0/10
      - 127.0.0.0/8
      - 168.63.129.16/32
      - 169.254.0.0/16
      - 172.16.0.0/12
      - 192.0.0.0/24
      - 192.0.2.0/24
      - 192.168.0.0/16
      - 198.18.0.0/15
      - 198.51.100.0/24
      - 203.0.113.0/24
      - 224.0.0.0/4
      - 240.0.0.0/4
- ipBlock:
    cidr: 2000::/3
    except: ["2001::/32", "2001:db8::/32", "2002::/16"]
{{- end }}

{{- define "toolpress.settings" -}}
{{- include "toolpress.prefix" . | default "toolpress-" | trimSuffix "-" }}
{{- end }}

{{- define "toolpress.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "toolpress.metadata" . | nindent 2 }}
spec:
  maxUnavailable: {{ (index .root.Values .app).maxUnavailable }}
  # Pods that are not ready do not keep a node from being drained.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "toolpress.selector" . | nindent 6 }}
{{- end }}

{{/* The certificates of Redis, as files. */}}
{{- define "toolpress.redisFiles" -}}
{{- with .Values.redis.tls.secret }}
- name: redis-tls
  secret: { secretName: {{ . }} }
{{- end }}
{{- end }}

{{- define "toolpress.redisFilesMount" -}}
{{- if .Values.redis.tls.secret }}
- { name: redis-tls, mountPath: /etc/toolpress/redis, readOnly: true }
{{- end }}
{{- end }}
