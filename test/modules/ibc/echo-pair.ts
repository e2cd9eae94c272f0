import { Order, type Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { toUtf8 } from '../../../src/base/bytes.js'
import { ChainError } from '../../../src/base/errors.js'
import { height, type Height } from '../../../src/modules/ibc/height.js'
import { Echo, packetOf, Pair, newSide } from './pair.js'

/** Two chains with a channel between applications that echo. */
export function echoPair(ordering = Order.ORDER_UNORDERED) {
  const apps = { a: new Echo(), b: new Echo() }
  const a = newSide('chain-a-1', 'neutron', { applications: { echo: apps.a } })
  const b = newSide('chain-b-7', 'cosmos', { applications: { echo: apps.b } })
  const pair = new Pair(a, b).createClients()
  const channels = pair.openChannel(pair.connect(), 'echo', 'echo-1', ordering)
  const sendUntil = (height: Height, timestamp: bigint, text = 'hello'): Packet =>
    a.app.runInBlock((ctx) => {
      a.ibc.packets.send(ctx, 'echo', channels.a, height, timestamp, toUtf8(text))
      return packetOf(ctx.events.events)
    })
  const send = (text = 'hello', timeoutHeight = 1000n): Packet => sendUntil(height(7n, timeoutHeight), 0n, text)
  return { pair, a, b, apps, channels, send, sendUntil }
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
