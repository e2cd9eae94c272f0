import { addressText, operatorText } from '../../../src/chain/address.js'
import { createSandbox, type Account, type Contract } from '../../../src/sandbox/index.js'

type Codec<T> = { readonly typeUrl: string; encode(message: T): { finish(): Uint8Array } }

/** A message of a transaction. */
export const any = <T>(codec: Codec<T>, message: T) => ({
  any: { typeUrl: codec.typeUrl, value: Buffer.from(codec.encode(message).finish()).toString('base64') },
})

/** A contract on Neutron that asks the hub by the published library. */
export class Asking {
  readonly sandbox = createSandbox()
  readonly hub = this.sandbox.chains.hub
  readonly neutron = this.sandbox.chains.neutron
  readonly alice: Account = this.neutron.account('alice', '1000000000untrn')
  reader!: Contract
  #queries = 0

  static async start(): Promise<Asking> {
    const asking = new Asking()
    asking.reader = await asking.alice.deploy('contracts/artifacts/remote_reader.wasm', {}, { funds: '100000000untrn' })
    return asking
  }

  /** Registers, has it delivered with all proofs, and reads it back through the contract. */
  async read<Answer>(what: object, as?: string): Promise<Answer> {
    const [kind] = Object.keys(what)
    await this.alice.execute(this.reader, { register: { connection_id: 'connection-0', update_period: 1, what } })
    const id = ++this.#queries
    await this.sandbox.queryRelayer.deliver(id, { callbacks: false })
    return this.neutron.query<Answer>(this.reader, { [as ?? kind!]: { query_id: id } })
  }

  /** The hub's own answer. */
  ask<Request, Answer>(
    path: string,
    request: { encode(value: Request): { finish(): Uint8Array } },
    value: Request,
    answer: { decode(bytes: Uint8Array): Answer },
  ): Answer {
    return answer.decode(this.hub.host.app.baseApp.query(path, request.encode(value).finish()))
  }

  /** The hub's validator. */
  get validator(): { readonly operator: string; readonly consensus: string } {
    const { address } = this.hub.host.app.baseApp.seals.validators[0]!
    return { operator: operatorText('cosmos', address), consensus: addressText('cosmosvalcons', address) }
  }
}
