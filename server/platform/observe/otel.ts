import type { Env } from '#server/platform/env.ts';
import {
  type Attributes,
  type Span,
  type SpanKind,
  type Spans,
  setSpans,
} from '#server/platform/observe/spans.ts';

/**
 * Sends traces by OpenTelemetry (OTLP over HTTP) from now on, if `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector. The
 * libraries are loaded only here, so that a process without traces pays nothing. Returns a function that sends the rest.
 */
export async function startTraces(env: Env, version: string): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env;
  if (!endpoint) return async () => undefined;
  const [
    api,
    { AsyncLocalStorageContextManager },
    core,
    { OTLPTraceExporter },
    { resourceFromAttributes },
    sdk,
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': env.OTEL_SERVICE_NAME, 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG),
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers }),
      }),
    ],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  // Next makes spans of its own for pages once there is a provider.
  api.trace.setGlobalTracerProvider(provider);
  setSpans(openSpans(api));
  return async () => {
    setSpans(null);
    // An unreachable collector must not keep the process from ending.
    await provider.shutdown().catch(() => undefined);
  };
}

type Api = typeof import('@opentelemetry/api');

function openSpans(api: Api): Spans {
  const tracer = api.trace.getTracer('earmark');
  const kinds: Readonly<Record<SpanKind, number>> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  };
  return {
    open: (name, kind, parent, work) => {
      const around = parent
        ? api.propagation.extract(api.ROOT_CONTEXT, { traceparent: parent })
        : api.context.active();
      const span = tracer.startSpan(name, { kind: kinds[kind] }, around);
      const { traceId, spanId, traceFlags } = span.spanContext();
      const ours: Span = {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        rename: (name) => span.updateName(name),
        set: (attributes: Attributes) => span.setAttributes({ ...attributes }),
        end: (error) => {
          if (error !== undefined) {
            span.setStatus({ code: api.SpanStatusCode.ERROR });
            if (error instanceof Error) span.recordException(error);
          }
          span.end();
        },
      };
      return api.context.with(api.trace.setSpan(around, span), () => work(ours));
    },
  };
}
