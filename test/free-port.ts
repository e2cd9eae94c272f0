import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems hand out by themselves: no connection and no server of another test gets one of these. */
const [FIRST, COUNT] = [20_000, 10_000]

let next = (process.pid * 37) % COUNT

/** A port that nobody listens on, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (next++ % COUNT)
    const server = createServer()
    const listens = once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.listen(port, '127.0.0.1')
    if (!(await listens)) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
