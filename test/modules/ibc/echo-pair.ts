import { Order, type Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { toUtf8 } from '../../../src/base/bytes.js'
import { ChainError } from '../../../src/base/errors.js'
import { Echo, packetOf, Pair, newSide } from './pair.js'

/** Two chains with a channel between applications that echo. */
export function echoPair(ordering = Order.ORDER_UNORDERED) {
  const apps = { a: new Echo(), b: new Echo() }
  const a = newSide('chain-a-1', 'neutron', { applications: { echo: apps.a } })
  const b = newSide('chain-b-7', 'cosmos', { applications: { echo: apps.b } })
  const pair = new Pair(a, b).createClients()
  const channels = pair.openChannel(pair.connect(), 'echo', 'echo-1', ordering)
  const send = (text = 'hello', timeoutHeight = 1000n): Packet =>
    a.app.runInBlock((ctx) => {
      const at = { revisionNumber: 7n, revisionHeight: timeoutHeight }
      a.ibc.packets.send(ctx, 'echo', channels.a, at, 0n, toUtf8(text))
      return packetOf(ctx.events.events)
    })
  return { pair, a, b, apps, channels, send }
}

/** Codespace, code and log of the error with which a step ends. */
export function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof ChainError) return `${error.codespace}/${error.code} ${error.log}`
    throw error
  }
  return 'nothing was refused'
}
