import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../../free-port.js'

/** The name of a server that speaks the protocol; undefined where none is installed. */
const SERVER = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)

/** Why tests with a server do not run here. */
export const WITHOUT_SERVER =
  SERVER === undefined ? 'did not run: neither redis-server nor valkey-server is installed' : undefined

/** A server that keeps everything on disk, on a free port and in a folder of its own. */
export class RedisServer {
  readonly port: number
  readonly #folder = mkdtempSync(join(tmpdir(), 'redis-'))
  #process: ChildProcess | undefined

  private constructor(port: number) {
    this.port = port
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort())
    await server.#run()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  client(): Redis {
    return new Redis(this.url, { maxRetriesPerRequest: null }).on('error', () => undefined)
  }

  async #run(): Promise<void> {
    const options = { bind: '127.0.0.1', port: this.port, dir: this.#folder, appendonly: 'yes', appendfsync: 'always' }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    this.#process = spawn(SERVER!, [...args, '--save', ''], { stdio: 'ignore' })
    const client = this.client()
    await client.ping()
    client.disconnect()
  }

  /** Ends it as a power cut does, and starts it again. */
  async restart(): Promise<void> {
    await this.#kill()
    await this.#run()
  }

  async #kill(): Promise<void> {
    const gone = once(this.#process!, 'exit')
    this.#process!.kill('SIGKILL')
    await gone
  }

  async stop(): Promise<void> {
    await this.#kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
