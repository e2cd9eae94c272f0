import { savedClass } from '../../base/object-graph/index.js'
import { toHex } from '../../base/index.js'
import { namedValidator, type Validator } from './validators.js'

/** A validator whose node is part of the sandbox: it has the key, and signs blocks while it runs. */
export interface Node {
  readonly name: string
  /** The key under which the application knows the validator, ed25519. */
  readonly id: Uint8Array
  /** The key that signs; not the validator's own if the sandbox does not have that. */
  readonly signer: Validator
  readonly isRunning: boolean
}

/** The validators' nodes, by the keys under which the application knows them. A value. */
export class Nodes {
  static readonly saved = savedClass({
    name: 'Nodes',
    type: Nodes,
    write: (nodes) => ({ byKey: nodes.#byKey }),
    read: ({ byKey }) => new Nodes(byKey),
  })

  readonly #byKey: ReadonlyMap<string, Node>

  constructor(byKey: ReadonlyMap<string, Node> = new Map()) {
    this.#byKey = byKey
  }

  /** @param key ed25519 */
  of(key: Uint8Array): Node | undefined {
    return this.#byKey.get(toHex(key))
  }
  named(name: string): Node | undefined {
    return [...this.#byKey.values()].find((node) => node.name === name)
  }
  get all(): readonly Node[] {
    return [...this.#byKey.values()]
  }

  /** With a running node that has a validator's own key. */
  with(name: string, signer: Validator): Nodes {
    return this.#with({ name, id: signer.publicKey, signer, isRunning: true })
  }
  /** With a running node for a validator whose key is not known: it signs with another one. */
  standingIn(key: Uint8Array): Nodes {
    if (this.of(key) !== undefined) return this
    const name = `stand-in ${toHex(key)}`
    return this.#with({ name, id: key, signer: namedValidator(name), isRunning: true })
  }
  /** @param name of a known node */
  set(name: string, isRunning: boolean): Nodes {
    const found = [...this.#byKey].find(([, node]) => node.name === name)!
    return new Nodes(new Map(this.#byKey).set(found[0], { ...found[1], isRunning }))
  }

  #with(node: Node): Nodes {
    return new Nodes(new Map(this.#byKey).set(toHex(node.id), node))
  }
}
