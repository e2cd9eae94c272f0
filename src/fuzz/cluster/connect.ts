import type { Redis } from 'ioredis'
import { projectRequire, SudoboxError, UsageError, version } from '../../base/index.js'

type BullMq = typeof import('bullmq')

/** The server with the queue of slices. */
export interface QueuePlace {
  /** URL of a Redis or Valkey server: `redis://…`, with TLS `rediss://…`. */
  readonly url: string
  /** Prefix of all keys; `sudobox` when left out. */
  readonly prefix?: string | undefined
  /** Called when the connection is lost, and when it is back. Reconnection is attempted until then. */
  readonly onConnection?: ((text: string) => void) | undefined
}

/** A connection to the server. */
export interface Connection {
  readonly bullmq: BullMq
  readonly redis: Redis
  readonly prefix: string
  /** Name of the queue. Each release of Sudobox has its own queue, since its search differs. */
  readonly queue: string
  readonly close: () => void
}

/** The server cannot be reached, or its data is unusable. */
export class QueueError extends SudoboxError {
  readonly code = 'QUEUE'
}

const PACKAGES = ['bullmq', 'ioredis'] as const
const PREFIX = /^[\w{}.-]{1,64}$/

/** Loads the packages from the project, or from where this package is installed. @throws UsageError if they are not installed */
function loadPackages(): { readonly bullmq: BullMq; readonly ioredis: typeof import('ioredis') } {
  const require = projectRequire(PACKAGES)
  if (require === undefined)
    throw new UsageError('a queue needs the packages bullmq and ioredis, which are not installed', {
      details: ['right: npm install --save-dev bullmq ioredis'],
    })
  return { bullmq: require('bullmq') as BullMq, ioredis: require('ioredis') as typeof import('ioredis') }
}

/** Milliseconds before the next attempt to reconnect. */
const pause = (attempt: number): number => Math.min(attempt * 100, 2000)

/**
 * Connects to the server. Later, when the connection is lost, commands wait until it is back.
 * @param name name of the connection, visible to other clients @throws UsageError for an invalid URL or prefix; QueueError if the server cannot be used
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
  let reason = 'it does not respond'
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

/** The URL without its password. */
const shownUrl = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`

/** Ignores connection errors, which `onConnection` reports. Other errors are thrown where the connection is used. */
export const ignoreError = (): void => undefined
