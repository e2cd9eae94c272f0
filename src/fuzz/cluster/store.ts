import { z } from 'zod'
import { FixtureError, fromUtf8, MAX_FILE_BYTES } from '../../base/index.js'
import type { Connection } from './connect.js'
import { hash, hashOf, manifestOf, manifestSchema, type Packed } from './packed.js'
import { roundSchema, runName, type Round, type StoryFile } from './slice.js'

/** The main record of a run. */
const headSchema = z.object({
  id: z.string().regex(/^[0-9]{1,20}$/),
  version: z.string(),
  campaign: hash,
  title: z.string(),
  /** `stopping`: slices end after the current action sequence. */
  status: z.enum(['running', 'stopping']),
})
export type Head = z.output<typeof headSchema>

/** Seconds after which an abandoned run is deleted. */
export const LIFETIME = 7 * 24 * 3600

/** A run in Redis: its campaign and action sequences by hash, the states from which its rounds start, and its own state. */
export class RunStore {
  readonly name: string
  readonly #connection: Connection
  readonly #key: string

  constructor(connection: Connection, name: string) {
    this.name = name
    this.#connection = connection
    this.#key = `${connection.prefix}:run:${name}`
  }

  get #redis(): Connection['redis'] {
    return this.#connection.redis
  }

  /** Names of all runs. */
  static async names({ redis, prefix }: Connection): Promise<readonly string[]> {
    const names = await redis.zrange(`${prefix}:runs`, '0', '-1')
    return names.filter((name) => runName.safeParse(name).success)
  }

  /** Names of abandoned runs. */
  static async forgotten({ redis, prefix }: Connection): Promise<readonly string[]> {
    const [now = 0] = await redis.time()
    const names = await redis.zrange(`${prefix}:runs`, '-inf', String(now - LIFETIME), 'BYSCORE')
    return names.filter((name) => runName.safeParse(name).success)
  }

  /** Undefined if there is no such run. */
  async head(): Promise<Head | undefined> {
    return headSchema.safeParse(await this.#redis.hgetall(this.#key)).data
  }

  async status(): Promise<Head['status'] | undefined> {
    return headSchema.shape.status.safeParse(await this.#redis.hget(this.#key, 'status')).data
  }

  async stop(): Promise<void> {
    await this.#redis.hset(this.#key, 'status', 'stopping')
  }

  /** A unique number, the server's time in microseconds. */
  async newId(): Promise<string> {
    const [seconds, micros] = await this.#redis.time()
    return `${seconds}${String(micros).padStart(6, '0')}`
  }

  /** Stores a run's head and campaign, replacing existing ones. */
  async begin(head: Head, packed: Packed): Promise<void> {
    const manifest = JSON.stringify(manifestOf(packed))
    const blobs = new Map<string, Uint8Array | string>(
      [...packed.files.values()].map((bytes) => [hashOf(bytes), bytes]),
    )
    blobs.set(head.campaign, manifest)
    await this.#touch()
    for (const [of, content] of blobs)
      await this.#redis.hset(`${this.#key}:blobs`, of, typeof content === 'string' ? content : Buffer.from(content))
    await this.#redis.hset(this.#key, head)
  }

  async #touch(): Promise<void> {
    const [now = 0] = await this.#redis.time()
    await this.#redis.zadd(`${this.#connection.prefix}:runs`, now, this.name)
  }

  /** The campaign with this hash. @throws FixtureError if one of its files is missing, too large, or does not match its hash */
  async packed(campaign: string): Promise<Packed> {
    const manifest = manifestSchema.parse(JSON.parse(fromUtf8(await this.#blob(campaign))))
    const files = new Map<string, Uint8Array>()
    for (const [path, of] of Object.entries(manifest.files)) files.set(path, await this.#blob(of))
    const { name, text, folders } = manifest
    return { name, text, files, folders: new Map(Object.entries(folders)) }
  }

  async #blob(of: string): Promise<Uint8Array> {
    if ((await this.#redis.hstrlen(`${this.#key}:blobs`, of)) > MAX_FILE_BYTES)
      throw this.#refusal(`the file ${of} of the queue is larger than ${MAX_FILE_BYTES} bytes`)
    const bytes = await this.#redis.hgetBuffer(`${this.#key}:blobs`, of)
    if (bytes === null) throw this.#refusal(`the queue has no file ${of}`)
    if (hashOf(bytes) !== of) throw this.#refusal(`the file ${of} of the queue has another hash: ${hashOf(bytes)}`)
    return new Uint8Array(bytes)
  }

  #refusal(message: string): FixtureError {
    return new FixtureError({ file: this.name, pointer: '', message })
  }

  /** Stores the state after a round, in one transaction. */
  async commit(step: {
    readonly state: string
    readonly stories: readonly StoryFile[]
    readonly rounds: ReadonlyMap<number, Round>
    /** A round that is no longer needed. */
    readonly over?: number
  }): Promise<void> {
    const change = this.#redis.multi()
    for (const { name, text } of step.stories) change.hset(`${this.#key}:stories`, name, text)
    for (const [round, start] of step.rounds) change.hset(`${this.#key}:rounds`, String(round), JSON.stringify(start))
    if (step.over !== undefined) change.hdel(`${this.#key}:rounds`, String(step.over))
    change.hset(this.#key, 'state', step.state)
    await change.exec()
    await this.#touch()
  }

  async state(): Promise<string | null> {
    return this.#redis.hget(this.#key, 'state')
  }

  /** The state from which a round starts. @throws FixtureError if it is missing or invalid */
  async round(round: number): Promise<Round> {
    const text = await this.#redis.hget(`${this.#key}:rounds`, String(round))
    const parsed = roundSchema.safeParse(text === null ? undefined : JSON.parse(text))
    if (!parsed.success) throw this.#refusal(`the queue does not hold the start of round ${round}`)
    return parsed.data
  }

  /** The files of action sequences by name, not validated. @throws FixtureError if one is missing */
  async stories(names: readonly string[]): Promise<readonly StoryFile[]> {
    if (names.length === 0) return []
    const texts = await this.#redis.hmget(`${this.#key}:stories`, ...names)
    return names.map((name, i) => {
      const text = texts[i]
      if (typeof text !== 'string') throw this.#refusal(`the queue does not hold the action sequence ${name}`)
      return { name, text }
    })
  }

  async delete(): Promise<void> {
    const keys = ['', ':blobs', ':stories', ':rounds'].map((end) => `${this.#key}${end}`)
    await this.#redis.del(...keys)
    await this.#redis.zrem(`${this.#connection.prefix}:runs`, this.name)
  }
}
