import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { SudoboxError, UsageError } from '../../base/errors.js'
import { version } from '../../base/version.js'

type BullMq = typeof import('bullmq')

/** Where slices are queued. */
export interface QueuePlace {
  /** Of a Redis or Valkey server: `redis://…`, with TLS `rediss://…`. */
  readonly url: string
  /** With which all keys begin; `sudobox` when left out. */
  readonly prefix?: string | undefined
  /** Told when the connection is lost, and when it is there again; it is tried again until then. */
  readonly onConnection?: ((text: string) => void) | undefined
}

/** A connection to the server. */
export interface Connection {
  readonly bullmq: BullMq
  readonly redis: Redis
  readonly prefix: string
  /** Name of the queue: other releases of Sudobox have other searches, and queues of their own. */
  readonly queue: string
  readonly close: () => void
}

/** The server cannot be reached, or holds what does not fit. */
export class QueueError extends SudoboxError {
  readonly code = 'QUEUE'
}

const PACKAGES = ['bullmq', 'ioredis'] as const
const PREFIX = /^[\w{}.-]{1,64}$/

/** The packages of the project, or those beside this one. @throws UsageError when they are not installed */
function loadPackages(): { readonly bullmq: BullMq; readonly ioredis: typeof import('ioredis') } {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    const require = createRequire(from)
    try {
      for (const name of PACKAGES) require.resolve(name)
    } catch {
      continue
    }
    return { bullmq: require('bullmq') as BullMq, ioredis: require('ioredis') as typeof import('ioredis') }
  }
  throw new UsageError('a queue needs the packages bullmq and ioredis, which are not installed', {
    details: ['right: npm install --save-dev bullmq ioredis'],
  })
}

/** Milliseconds before the next attempt to connect. */
const pause = (attempt: number): number => Math.min(attempt * 100, 2000)

/**
 * Connects. Once connected it stays so: commands wait while the server is away.
 * @param name of the connection, which others see @throws UsageError for another URL or prefix; QueueError when there is no server
 */
export async function connect(
  { url, prefix = 'sudobox', onConnection }: QueuePlace,
  name: string,
): Promise<Connection> {
  const place = placeOf(url)
  if (!PREFIX.test(prefix))
    throw new UsageError(`invalid prefix of keys: "${prefix}"`, {
      details: ['right: letters, digits, "_", "-" and "."'],
    })
  const { bullmq, ioredis } = loadPackages()
  const redis = new ioredis.Redis(place.href, {
    lazyConnect: true,
    connectionName: name,
    maxRetriesPerRequest: null,
    retryStrategy: pause,
  })
  let reason = 'it does not answer'
  let isUp = false
  let isOver = false
  redis.on('error', (error: Error) => {
    reason = error.message || reason
  })
  redis.on('close', () => {
    if (isUp && !isOver) onConnection?.(`the connection to ${shownUrl(place)} is lost; trying again`)
    isUp = false
  })
  redis.on('ready', () => {
    if (everUp) onConnection?.(`connected to ${shownUrl(place)} again`)
    isUp = true
  })
  let everUp = false
  try {
    await redis.connect()
    await redis.ping()
  } catch (cause) {
    redis.disconnect()
    throw new QueueError(`cannot use the server ${shownUrl(place)}: ${reason}`, {
      details: ['right: the URL of a Redis (6.2 or newer) or Valkey server, such as redis://localhost:6379'],
      cause,
    })
  }
  everUp = true
  const close = (): void => {
    isOver = true
    redis.disconnect()
  }
  return { bullmq, redis, prefix, queue: `slices-${version()}`, close }
}

function placeOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text.replace(/^valkey(s?):/, 'redis$1:')) : undefined
  if (url !== undefined && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname !== '') return url
  throw new UsageError('invalid URL of a queue', {
    details: ['right: redis://HOST:PORT/DATABASE; with TLS rediss://…; with a password redis://:PASSWORD@HOST'],
  })
}

/** Without its password. */
const shownUrl = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`

/** A connection of the queue fails: the server is away, which `onConnection` tells. Anything else is thrown where it is used. */
export const ignoreError = (): void => undefined
