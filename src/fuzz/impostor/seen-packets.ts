import { fromHex } from '../../base/index.js'
import { ibcPort } from '../../modules/wasm/index.js'
import { attributeValues, jsonIn, type Json, type TxResult } from '../../sandbox/internal.js'
import type { Start } from '../setup.js'
import type { ExecutedStep } from '../view.js'
import { isImpostors } from './impostor.js'

/** A packet of a contract's honest channel. */
export interface SeenPacket {
  readonly data: Uint8Array
  /** Whether the contract received it, and did not send it. */
  readonly arrives: boolean
  /** The end of the channel at the contract, and the other one, each as `port/channel`. */
  readonly near: string
  readonly far: string
}

/** How many packets of one shape are kept, and how many of a contract. */
const MAX_ALIKE = 3
const MAX = 24

/** The packets that went over the honest channels of contracts in a campaign: the latest of each shape. */
export class SeenPackets {
  /** By label. */
  readonly #seen = new Map<string, readonly SeenPacket[]>()

  of(label: string): readonly SeenPacket[] {
    return this.#seen.get(label) ?? []
  }

  learn(start: Start, { results }: ExecutedStep): void {
    for (const result of results)
      if (result.code === 0) for (const packet of sentIn(result)) this.#learn(start, result.chain, packet)
  }

  #learn(start: Start, from: string, { data, sourcePort, sourceChannel, destinationPort, destinationChannel }: Sent) {
    if (isImpostors(start, { sourcePort, destinationPort })) return
    const [source, destination] = [`${sourcePort}/${sourceChannel}`, `${destinationPort}/${destinationChannel}`]
    for (const { config, address } of start.subjects) {
      const port = ibcPort(address)
      if (destinationPort === port && config.chain !== from)
        this.#keep(config.label, { data, arrives: true, near: destination, far: source })
      if (sourcePort === port && config.chain === from)
        this.#keep(config.label, { data, arrives: false, near: source, far: destination })
    }
  }

  #keep(label: string, packet: SeenPacket): void {
    const seen = this.of(label)
    if (seen.some(({ data, arrives }) => arrives === packet.arrives && Buffer.compare(data, packet.data) === 0)) return
    const shape = shapeOf(packet)
    const alike = seen.filter((one) => shapeOf(one) === shape)
    const gone = alike.length >= MAX_ALIKE ? alike[0] : seen.length >= MAX ? seen[0] : undefined
    this.#seen.set(label, [...seen.filter((one) => one !== gone), packet])
  }
}

interface Sent {
  readonly data: Uint8Array
  readonly sourcePort: string
  readonly sourceChannel: string
  readonly destinationPort: string
  readonly destinationChannel: string
}

function sentIn(result: TxResult): readonly Sent[] {
  const values = (key: string) => attributeValues(result, 'send_packet', `packet_${key}`)
  const data = values('data_hex')
  if (data.length === 0) return []
  const [ports, channels] = [values('src_port'), values('src_channel')]
  const [farPorts, farChannels] = [values('dst_port'), values('dst_channel')]
  return data.map((hex, i) => ({
    data: fromHex(hex),
    sourcePort: ports[i] ?? '',
    sourceChannel: channels[i] ?? '',
    destinationPort: farPorts[i] ?? '',
    destinationChannel: farChannels[i] ?? '',
  }))
}

/** The names of its members; equal for packets that differ in values. */
const shapeOf = ({ arrives, data }: SeenPacket): string => `${arrives} ${JSON.stringify(namesIn(jsonIn(data)))}`

function namesIn(value: Json | undefined): Json {
  if (typeof value !== 'object' || value === null) return typeof value
  if (Array.isArray(value)) return value.length === 0 ? [] : [namesIn(value[0] as Json)]
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, namesIn(member)]))
}
