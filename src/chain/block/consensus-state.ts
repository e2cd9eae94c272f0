import { savedClass } from '../../base/object-graph/index.js'
import { compareBytes, equalBytes, SudoboxError, UsageError } from '../../base/index.js'
import { remember } from '../../codec/index.js'
import { validatorAddress } from '../../crypto/index.js'
import type { AppConfig } from '../app-config.js'
import type { Misbehaviour, Vote } from '../context.js'
import type { BlockEvidence } from './evidence.js'
import { Nodes, type Node } from './nodes.js'
import { advanced, changed, newSet, type Member, type ValidatorSet, type ValidatorUpdate } from './validator-set.js'
import { namedValidator, type Validator } from './validators.js'

/** Validators with more than a third of the voting power do not run, so no block can be made. */
export class ChainHaltedError extends SudoboxError {
  readonly code = 'CHAIN_HALTED'
}

/** The validators of a block, as its header and its commit have them. */
export interface Roster {
  /** Highest power first, then by address. */
  readonly validators: readonly Validator[]
  /** The validators in the same order, as the application knows them. */
  readonly members: readonly Member[]
  /** Those whose nodes run. */
  readonly signing: ReadonlySet<Validator>
  /** The commit as the next block reports it to the application. */
  readonly votes: readonly Vote[]
  readonly signingPower: bigint
}

/** The proposer of a block, and its header's fields about that. */
export interface Proposal {
  readonly roster: Roster
  readonly next: readonly Validator[]
  /** The proposer as the application knows it, and as the header names it. */
  readonly proposer: Uint8Array
  readonly proposerAddress: Uint8Array
  /** How many proposers before it did not run. */
  readonly round: number
  /** Evidence in the block. */
  readonly evidence: readonly BlockEvidence[]
}

interface Parts {
  readonly nodes: Nodes
  /** Validators of the next block; `next` are those of the one after it. */
  readonly current: ValidatorSet
  readonly next: ValidatorSet
  /** Sets that a node stores, with their heights, oldest first; those of the heights between them follow from them. */
  readonly history: readonly { readonly from: number; readonly set: ValidatorSet }[]
  /** Votes for the last block. */
  readonly votes: readonly Vote[]
  /** Evidence for the next block. */
  readonly evidence: readonly BlockEvidence[]
}

/**
 * The makers of blocks: sets of validators, their nodes, and pending evidence. A value. Changes that the application requests in a block take effect
 * two blocks later. Source: cometbft v0.38.21 state/execution.go `updateState`.
 */
export class Consensus {
  static readonly saved = savedClass({
    name: 'Consensus',
    type: Consensus as unknown as new () => Consensus,
    write: (consensus: Consensus) => ({ ...consensus.#parts }),
    read: (parts) => new Consensus(parts),
  })

  readonly #parts: Parts

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Before the first block. Validators whose keys the sandbox does not have get stand-ins.
   * @param own validators with their keys, by default one that is named like the chain; all of them if the application does not say who is first
   * @param initial the first validators, if the application says @param height of the first block
   */
  static start(
    { chainId, validators: own = [namedValidator(chainId)] }: Pick<AppConfig, 'chainId' | 'validators'>,
    initial: readonly ValidatorUpdate[],
    height: number,
    votes?: readonly Vote[],
  ): Consensus {
    const all = own.map(({ publicKey, votingPower: power }) => ({ publicKey, power }))
    const updates = initial.length === 0 ? all : initial
    const held = own.reduce((nodes, one, i) => nodes.with(`validator-${i}`, one), new Nodes())
    const members = updates.filter(({ power }) => power > 0n).map(memberOf)
    // Source: cometbft v0.38.21 consensus/replay.go `ReplayBlocks`.
    if (members.length === 0)
      throw new UsageError('validator set is nil in genesis and still empty after InitChain', {
        details: ['a chain needs a validator with voting power'],
      })
    const current = newSet(members)
    const standIns = current.members.reduce((known, { id }) => known.standingIn(id), held)
    const nodes = absentNodes(standIns, current.members, votes).reduce(
      (known, { name }) => known.set(name, false),
      standIns,
    )
    return new Consensus({
      nodes,
      current,
      next: advanced(current),
      history: [{ from: height, set: current }],
      // A chain that continues from an exported state has had blocks, which all validators have signed.
      votes: votes ?? (height > 1 ? rosterOf(nodes, current.members).votes : []),
      evidence: [],
    })
  }

  get nodes(): Nodes {
    return this.#parts.nodes
  }
  /** Votes for the last block. */
  get votes(): readonly Vote[] {
    return this.#parts.votes
  }
  /** The validators of the next block. */
  get roster(): Roster {
    return rosterOf(this.#parts.nodes, this.#parts.current.members)
  }
  /** Validators of a height, from the first one to the one after the next block. */
  at(height: number): readonly Validator[] {
    const { history, nodes } = this.#parts
    const { members } = storedAt(history, height).set
    return rosterOf(nodes, members).validators
  }
  /** Priorities of the validators of a height to propose a block, as nodes answer queries for them. Source: cometbft v0.38.21 state/store.go `LoadValidators` */
  prioritiesAt(height: number): readonly bigint[] {
    const { members, priorities } = setAt(this.#parts, height)
    return rosterOf(this.#parts.nodes, members).members.map((member) => priorities[members.indexOf(member)]!)
  }
  /** Whose turn it is to propose the block of a height in its first round, as a place among the validators of that height. */
  proposerAt(height: number): number {
    const set = setAt(this.#parts, height)
    return rosterOf(this.#parts.nodes, set.members).members.indexOf(proposerOf(set))
  }

  withNodes(nodes: Nodes): Consensus {
    return new Consensus({ ...this.#parts, nodes })
  }
  withEvidence(evidence: BlockEvidence): Consensus {
    return new Consensus({ ...this.#parts, evidence: [...this.#parts.evidence, evidence] })
  }

  /** Who makes the next block: rounds pass until a proposer runs. @throws ChainHaltedError */
  propose(chainId: string, height: number): Proposal {
    const { nodes, current, next, evidence } = this.#parts
    const { roster } = this
    if (roster.signingPower * 3n <= current.totalPower * 2n)
      throw new ChainHaltedError(
        `${chainId} has halted at height ${height - 1}: validators with ${roster.signingPower} of ${current.totalPower} voting power run, and a block needs more than two thirds`,
        { details: absentees(nodes, current) },
      )
    let [set, round] = [current, 0]
    while (nodes.of(proposerOf(set).id)?.isRunning !== true) [set, round] = [advanced(set), round + 1]
    const { id, address } = proposerOf(set)
    return {
      roster,
      next: rosterOf(nodes, next.members).validators,
      proposer: address,
      proposerAddress: nodes.of(id)!.signer.address,
      round,
      evidence,
    }
  }

  /** After a block. @throws ChainHaltedError when no validator would be left */
  after(height: number, { roster }: Proposal, updates: readonly ValidatorUpdate[]): Consensus {
    const { next, history, nodes } = this.#parts
    const set = updates.length === 0 ? next : changed(next, updates.map(memberOf))
    if (set.members.length === 0)
      throw new ChainHaltedError('the chain has halted: the last validator leaves, and a chain needs one', {
        details: [`the block of height ${height} removes it`],
      })
    const after = { from: height + 2, set: advanced(set) }
    const isStored = set.members !== next.members || after.from % STORED_EVERY === 0
    return new Consensus({
      nodes,
      current: next,
      next: after.set,
      history: isStored ? [...history, after] : history,
      votes: roster.votes,
      evidence: [],
    })
  }
}

/** A node stores the set of each of these heights. Source: cometbft v0.38.21 state/store.go `valSetCheckpointInterval`. */
const STORED_EVERY = 100_000

const storedAt = (history: Parts['history'], height: number): Parts['history'][number] =>
  history.findLast(({ from }) => from <= height) ?? history[0]!

/** The set of a height. A node counts from the stored one in one step, so the priorities can differ from those by which it chose the proposer. */
function setAt({ history }: Parts, height: number): ValidatorSet {
  const { from, set } = storedAt(history, height)
  return height > from ? advanced(set, height - from) : set
}

const memberOf = ({ publicKey, power }: ValidatorUpdate): Member => ({
  id: publicKey,
  address: validatorAddress({ type: 'ed25519', bytes: publicKey }),
  power,
})

const proposerOf = ({ members, proposer }: ValidatorSet): Member => members[proposer]!

/** Nodes of members that did not sign. */
const absentNodes = (nodes: Nodes, members: readonly Member[], votes: readonly Vote[] = []): readonly Node[] =>
  members
    .filter(({ address }) => votes.some((vote) => !vote.signed && equalBytes(vote.address, address)))
    .map(({ id }) => nodes.of(id)!)

const absentees = (nodes: Nodes, { members }: ValidatorSet): string[] =>
  members.flatMap(({ id, power }) => {
    const node = nodes.of(id)
    if (node?.isRunning === true) return []
    const who =
      node === undefined ? 'a validator whose key the sandbox does not have' : `"${node.name}", which is stopped`
    return [`absent: ${who}, with ${power}`]
  })

/** The misbehaviour that the evidence of a block reports to the application. */
export const misbehaviourOf = (evidence: readonly BlockEvidence[]): readonly Misbehaviour[] =>
  evidence.flatMap(({ misbehaviour }) => misbehaviour)

const rostersOf = remember((_: Nodes) => remember((members: readonly Member[]) => newRoster(_, members)))
const rosterOf = (nodes: Nodes, members: readonly Member[]): Roster => rostersOf(nodes)(members)

function newRoster(nodes: Nodes, members: readonly Member[]): Roster {
  const rows = members.map((member) => {
    const node = nodes.of(member.id)
    const isSigning = node?.isRunning === true
    const vote: Vote = { address: member.address, power: member.power, signed: isSigning }
    return { validator: validatorOf(member, node?.signer), member, vote, isSigning }
  })
  const sorted = rows.toSorted((a, b) => byPower(a.validator, b.validator))
  const signing = rows.filter(({ isSigning }) => isSigning)
  return {
    validators: sorted.map(({ validator }) => validator),
    members: sorted.map(({ member }) => member),
    signing: new Set(signing.map(({ validator }) => validator)),
    votes: rows.map(({ vote }) => vote),
    signingPower: signing.reduce((sum, { vote }) => sum + vote.power, 0n),
  }
}

const byPower = (a: Validator, b: Validator): number =>
  a.votingPower === b.votingPower ? compareBytes(a.address, b.address) : a.votingPower > b.votingPower ? -1 : 1

const validatorOf = ({ id, address, power }: Member, signer: Validator | undefined): Validator =>
  signer === undefined
    ? { publicKey: id, address, votingPower: power, secret: undefined }
    : { ...signer, votingPower: power }
