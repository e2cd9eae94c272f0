/** One number, with its labels. */
interface Sample {
  /** That of the metric, or of a part of a histogram or summary: `…_bucket`, `…_count`, `…_sum`. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric of the text format. */
export interface ReadMetric {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: readonly Sample[]
}

const NAME = String.raw`[a-zA-Z_:][a-zA-Z0-9_:]*`
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`
const HELP = new RegExp(`^# HELP (${NAME}) (.*)$`)
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`)
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (\\S+)$`)
const PARTS: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
}

/**
 * The metrics of a text, by name. @throws Error for a line that is not of the text format, a metric that comes twice, and a sample outside of its metric.
 * Source: prometheus.io/docs/instrumenting/exposition_formats, version 0.0.4
 */
export function metricsIn(text: string): ReadonlyMap<string, ReadMetric> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const metrics = new Map<string, { name: string; help: string; type: string; samples: Sample[] }>()
  let current: { name: string; help: string; type: string; samples: Sample[] } | undefined
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, helped, help] = HELP.exec(line) ?? []
    if (helped !== undefined) {
      if (metrics.has(helped)) throw new Error(`${helped} comes twice`)
      current = { name: helped, help: help!, type: 'untyped', samples: [] }
      metrics.set(helped, current)
      continue
    }
    const [, typed, type] = TYPE.exec(line) ?? []
    if (typed !== undefined) {
      if (typed !== current?.name || current.samples.length > 0) throw new Error(`the type of ${typed} is out of place`)
      current.type = type!
      continue
    }
    const [, name, labels = '', number = ''] = SAMPLE.exec(line) ?? []
    if (name === undefined) throw new Error(`not a line of the text format: ${line}`)
    if (current === undefined || !(PARTS[current.type] ?? ['']).some((part) => name === `${current!.name}${part}`))
      throw new Error(`${name} is not a sample of ${current?.name}`)
    const value = Number(number.replace(/^([+-])Inf$/, '$1Infinity'))
    if (Number.isNaN(value) && !/^nan$/i.test(number)) throw new Error(`not a number: ${line}`)
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
      ([, key, text]) => [key!, text!.replaceAll(/\\(.)/g, (_, c) => (c === 'n' ? '\n' : c))] as const,
    )
    if (current.samples.some((one) => one.name === name && sameLabels(one.labels, pairs)))
      throw new Error(`a sample comes twice: ${line}`)
    current.samples.push({ name, labels: Object.fromEntries(pairs), value })
  }
  return metrics
}

const sameLabels = (labels: Sample['labels'], pairs: readonly (readonly [string, string])[]): boolean =>
  Object.keys(labels).length === pairs.length && pairs.every(([key, value]) => labels[key] === value)
