import type { Socket } from 'node:net'
import type { ServerInterceptor } from '@grpc/grpc-js'

/** Milliseconds that a client has to close its connection after GOAWAY. */
const GRACE = 1000

interface Connection {
  readonly socket: Socket
  calls: number
  idle: NodeJS.Timeout | undefined
}

/** The client's side of a connection. */
type Peer = Pick<ReturnType<Parameters<ServerInterceptor>[1]['getConnectionInfo']>, 'remoteAddress' | 'remotePort'>

const keyOf = ({ remoteAddress = '', remotePort = 0 }: Peer): string => `${remoteAddress} ${remotePort}`

/**
 * The connections of a gRPC server. The library asks idle clients to close and waits for them; this closes their connections, with whatever is
 * open (unfinished headers, a stream of a cancelled call).
 */
export class Connections {
  readonly #open = new Map<string, Connection>()
  readonly #idle: number

  /** @param idle milliseconds without a call; 0 means no limit */
  constructor(idle: number) {
    this.#idle = idle
  }

  add(socket: Socket): void {
    const key = keyOf(socket)
    const connection: Connection = { socket, calls: 0, idle: undefined }
    this.#open.set(key, connection)
    this.#rest(connection)
    socket.once('close', () => {
      clearTimeout(connection.idle)
      this.#open.delete(key)
    })
  }

  /** Notes a call over a connection. @returns a function to call once when it has ended */
  begin(peer: Peer): () => void {
    const connection = this.#open.get(keyOf(peer))
    if (connection === undefined) return () => undefined
    connection.calls++
    clearTimeout(connection.idle)
    return () => {
      if (--connection.calls === 0) this.#rest(connection)
    }
  }

  close(): void {
    for (const { socket } of this.#open.values()) socket.destroy()
  }

  #rest(connection: Connection): void {
    if (this.#idle === 0 || connection.socket.destroyed) return
    connection.idle = setTimeout(() => connection.socket.destroy(), this.#idle + GRACE)
    connection.idle.unref()
  }
}
