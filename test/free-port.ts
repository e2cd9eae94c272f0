import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems hand out by themselves: no connection gets one of these. */
const FIRST = 20_000
/** Each process that runs tests has a part of them: a port is taken only a while after it was found free. */
const [PARTS, COUNT] = [10, 1000]

const part = Number(process.env['VITEST_POOL_ID'] ?? 0) % PARTS
let next = (process.pid * 37) % COUNT

/** A port that nobody listens on, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + part * COUNT + (next++ % COUNT)
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
