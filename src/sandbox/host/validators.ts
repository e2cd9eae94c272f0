import { toBase64, UsageError } from '../../base/index.js'
import { addressText, namedValidator, type Node } from '../../chain/index.js'
import type { ChainHost } from './chain-host.js'

/** A validator's node. */
export interface ValidatorNode {
  readonly name: string
  /** The address of its key, `cosmosvalcons1…`. */
  readonly address: string
  /** Its ed25519 key in base64, as `MsgCreateValidator` needs it. */
  readonly publicKey: string
  readonly isRunning: boolean
  /** Its part of the voting power in the next block; 0 for one that is not in the set. */
  readonly power: bigint
}

/** All nodes of a chain's validators, in the order in which they were made. */
export const validatorNodes = (host: ChainHost): readonly ValidatorNode[] =>
  host.app.baseApp.consensus.nodes.all.map((node) => viewOf(host, node))

/** @throws UsageError for a name that no node has */
export function setValidator(host: ChainHost, name: string, isRunning: boolean): ValidatorNode {
  const { baseApp: app } = host.app
  const { consensus } = app
  let { nodes } = consensus
  if (nodes.named(name) !== undefined) nodes = nodes.set(name, isRunning)
  else if (isRunning) nodes = nodes.with(name, namedValidator(`${app.config.chainId} ${name}`))
  else
    throw new UsageError(`${host.key} has no validator "${name}"`, {
      details: [`validators: ${nodes.all.map((node) => node.name).join(', ')}`],
    })
  app.consensus = consensus.withNodes(nodes)
  return viewOf(host, nodes.named(name)!)
}

function viewOf({ app }: ChainHost, { name, signer, isRunning }: Node): ValidatorNode {
  const { address, publicKey } = signer
  const key = toBase64(publicKey)
  const validator = app.baseApp.seals.validators.find((one) => toBase64(one.publicKey) === key)
  return {
    name,
    address: addressText(`${app.prefix}valcons`, address),
    publicKey: key,
    isRunning,
    power: validator?.votingPower ?? 0n,
  }
}
