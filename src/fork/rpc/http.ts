import { setTimeout as sleep } from 'node:timers/promises'
import type { RpcAnswer, RpcCall, RpcSettings } from './wire.js'

/** The maximum number of calls in one HTTP request. Source: cometbft v0.38 config `max_request_batch_size`. */
const BATCH = 10
/** Objects and lists within each other: no valid response is nested as deeply, and deeper values cannot be copied between threads. */
const MAX_DEPTH = 64

/** One attempt that may be made again. */
class Attempt extends Error {
  /** Milliseconds that the server asks clients to wait. */
  readonly pause: number | undefined

  constructor(message: string, pause?: number) {
    super(message)
    this.pause = pause
  }
}

/** Sends calls to the endpoints, the next one in turn when one fails. */
export class HttpRpc {
  readonly #settings: RpcSettings
  #endpoint = 0
  #nextStart = 0
  #single = false
  #requests = 0

  constructor(settings: RpcSettings) {
    this.#settings = settings
  }

  /** HTTP requests so far. */
  get requests(): number {
    return this.#requests
  }

  /** The answers in the order of the calls. Never rejects. */
  async call(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    const size = this.#single ? 1 : BATCH
    const batches: (readonly RpcCall[])[] = []
    for (let at = 0; at < calls.length; at += size) batches.push(calls.slice(at, at + size))
    const answers = new Map<number, readonly RpcAnswer[]>()
    let next = 0
    const work = async (): Promise<void> => {
      for (let i = next++; i < batches.length; i = next++) answers.set(i, await this.#insist(batches[i]!))
    }
    await Promise.all(Array.from({ length: Math.min(this.#settings.parallel, batches.length) }, work))
    return batches.flatMap((_, i) => answers.get(i)!)
  }

  async #insist(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    const failures: string[] = []
    for (let attempt = 0; attempt < this.#settings.tries; attempt++) {
      const endpoint = this.#settings.endpoints[this.#endpoint % this.#settings.endpoints.length]!
      try {
        return await this.#once(endpoint, calls)
      } catch (error) {
        if (!(error instanceof Attempt)) throw error
        failures.push(`${endpoint}: ${error.message}`)
        this.#endpoint++
        const isLast = attempt === this.#settings.tries - 1
        if (!isLast)
          await sleep(Math.min(error.pause ?? this.#settings.pause * 2 ** attempt, this.#settings.longestPause))
      }
    }
    return calls.map(() => ({ failed: [...new Set(failures)].join('; ') }))
  }

  async #once(endpoint: string, calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    const rows = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    const body = await this.#post(endpoint, rows.length === 1 ? rows[0] : rows)
    if (Array.isArray(body))
      return calls.map((_, id) => answerOf(body.find((one) => isObject(one) && one['id'] === id)))
    if (rows.length === 1) return [answerOf(body)]
    // It does not accept batches.
    this.#single = true
    return this.call(calls)
  }

  async #post(endpoint: string, body: unknown): Promise<unknown> {
    await this.#pace()
    this.#requests++
    const signal = AbortSignal.timeout(this.#settings.timeout)
    let response: Response
    let text: string
    try {
      response = await fetch(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal,
      })
      text = await textOf(response, this.#settings.mostBytes)
    } catch (error) {
      throw error instanceof Attempt
        ? error
        : new Attempt(signal.aborted ? `no answer within ${this.#settings.timeout / 1000} s` : causeOf(error))
    }
    const { status, headers } = response
    if (status >= 300 && status < 400) throw new Attempt(`redirects to ${headers.get('location')}: name that one`)
    if (status === 429 || status >= 502)
      throw new Attempt(`HTTP ${status}`, Number(headers.get('retry-after') ?? NaN) * 1000 || undefined)
    const { mostValues } = this.#settings
    if (hasMoreValues(text, mostValues)) throw new Attempt(`a response of more than ${mostValues} values`)
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      throw new Attempt(`HTTP ${status} without JSON: expected the RPC of CometBFT, which often has port 26657`)
    }
    if (isDeep(json, MAX_DEPTH)) throw new Attempt('a response that is nested too deep')
    return json
  }

  /** Waits until another request may start. */
  async #pace(): Promise<void> {
    const { perSecond } = this.#settings
    if (perSecond === undefined) return
    const now = performance.now()
    const start = Math.max(now, this.#nextStart)
    this.#nextStart = start + 1000 / perSecond
    if (start > now) await sleep(start - now)
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function answerOf(body: unknown): RpcAnswer {
  if (!isObject(body)) throw new Attempt('a response is missing')
  const { error } = body
  if (isObject(error))
    return {
      error: { code: Number(error['code']), message: textual(error['message']), data: textual(error['data']) },
    }
  if (body['result'] === undefined) throw new Attempt('a response without a result: expected the RPC of CometBFT')
  return { result: body['result'] }
}

async function textOf(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > most) throw new Attempt(`a response of more than ${most} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Whether a JSON text may have more values; signs in its strings count too. */
function hasMoreValues(text: string, most: number): boolean {
  if (text.length <= most) return false
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if ((unit === COMMA || unit === BRACKET || unit === BRACE) && ++count > most) return true
  }
  return false
}

const [COMMA, BRACKET, BRACE] = [',', '[', '{'].map((sign) => sign.charCodeAt(0))

const isDeep = (value: unknown, most: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((member) => isDeep(member, most - 1)))

const causeOf = (error: unknown): string => {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string }
  return cause?.code ?? cause?.message ?? message
}

const textual = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))
