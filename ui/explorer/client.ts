import { parseExact } from '../../src/pages/exact-json.js'
import type { ErrorData, ExplorerState } from '../../src/explorer/model.js'

/** The state of the connection. `token`: the server asks for one; `refused`: the server refuses this page. */
export type Connection = 'connecting' | 'open' | 'lost' | 'token' | 'refused'

export interface Snapshot {
  readonly connection: Connection
  readonly state: ExplorerState | undefined
  /** Why the server refuses, or the token. */
  readonly why: string
}

/** An answer that is not a success. */
export class Refusal extends Error {
  readonly data: ErrorData

  constructor(data: ErrorData) {
    super(data.message)
    this.data = data
  }
}

const TOKEN = 'sudobox-token'
const FIRST_PAUSE = 500
const MAX_PAUSE = 5000

/** The page's one connection to its server. */
class Client {
  #now: Snapshot = { connection: 'connecting', state: undefined, why: '' }
  readonly #listeners = new Set<() => void>()
  #token = stored()
  #wake: (() => void) | undefined
  /** Whether this page itself is restoring a snapshot, so that its user need not be warned. */
  #restoring = false
  /** How often somebody else replaced everything. */
  replaced = 0

  get now(): Snapshot {
    return this.#now
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Follows the server as long as the page is open, and comes back when it ended. */
  async run(): Promise<never> {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
      try {
        const response = await fetch('/api/listen', { headers: this.#headers })
        if (response.status === 401 || response.status === 403) {
          const { error } = (await response.json()) as { readonly error: { readonly message: string } }
          const why = response.status === 403 ? error.message : this.#token === '' ? '' : 'This token is wrong.'
          this.#set({ connection: response.status === 401 ? 'token' : 'refused', why })
          await new Promise<void>((resolve) => (this.#wake = resolve))
          pause = FIRST_PAUSE
          continue
        }
        if (response.ok && response.body) {
          await this.#read(response.body)
          pause = FIRST_PAUSE
        }
      } catch {
        // It ended, or is not there yet.
      }
      this.#set({ connection: 'lost' })
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const lines = text.split('\n')
      text = lines.pop()!
      // Each line has the whole state: of several only the last counts.
      const last = lines.findLast((line) => line !== '')
      if (last !== undefined) this.#show(JSON.parse(last) as ExplorerState)
    }
  }

  #show(state: ExplorerState): void {
    const before = this.#now.state?.epoch
    if (before !== undefined && before !== state.epoch) {
      if (!this.#restoring) this.replaced++
      this.#restoring = false
    }
    this.#set({ connection: 'open', state })
  }

  /** Tries again with a token. */
  useToken(token: string): void {
    this.#token = token
    try {
      sessionStorage.setItem(TOKEN, token)
    } catch {
      // It holds until the page is closed.
    }
    this.#set({ connection: 'connecting' })
    this.#wake?.()
  }

  /** @throws Refusal */
  async get<T>(name: string, params: Readonly<Record<string, string | number | undefined>> = {}): Promise<T> {
    const given = Object.entries(params).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
    return this.#answer(fetch(`/api/${name}?${new URLSearchParams(given)}`, { headers: this.#headers }))
  }

  /** Changes something; refused if a snapshot was restored since. @throws Refusal */
  async post<T>(name: string, body: object): Promise<T> {
    const { epoch } = this.#now.state ?? {}
    if (name === 'restore') this.#restoring = true
    const answer = this.#answer<T>(
      fetch(`/api/${name}`, {
        method: 'POST',
        headers: { ...this.#headers, 'content-type': 'application/json' },
        body: JSON.stringify({ epoch, ...body }),
      }),
    )
    if (name === 'restore') answer.catch(() => (this.#restoring = false))
    return answer
  }

  async #answer<T>(asked: Promise<Response>): Promise<T> {
    let response: Response
    let body: T & { readonly error?: ErrorData }
    try {
      response = await asked
      body = parseExact(await response.text()) as typeof body
    } catch {
      throw new Refusal({ kind: 'internal', message: 'the server does not answer', details: [] })
    }
    if (!response.ok) throw new Refusal(body.error ?? { kind: 'internal', message: response.statusText, details: [] })
    return body
  }

  get #headers(): Record<string, string> {
    return this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }
  }

  #set(change: Partial<Snapshot>): void {
    this.#now = { ...this.#now, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function stored(): string {
  try {
    return sessionStorage.getItem(TOKEN) ?? ''
  } catch {
    return ''
  }
}

export const client = new Client()
