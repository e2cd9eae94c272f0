import type { ChainError } from '../../base/index.js'
import { anyBelow, event, failureOf, namedRun, Panic, plainError, type Context, type Event } from '../../chain/index.js'
import type { GovKeeper } from './keeper.js'
import { ACTIVE_PREFIX, GOV_STORE, INACTIVE_PREFIX, queueKey } from './keys.js'
import {
  dueIn,
  getParams,
  getProposal,
  idBytes,
  momentOf,
  nanosOf,
  ProposalStatus,
  setProposal,
  type Proposal,
} from './records.js'
import { tally } from './tally.js'

/** End blocker: deletes proposals without enough deposit; tallies and executes those whose voting period is over. Source: cosmos-sdk x/gov/abci.go. */
export function endBlock(keeper: GovKeeper, ctx: Context): void {
  if (hasInactive(ctx)) for (const id of dueIn(ctx, INACTIVE_PREFIX)) drop(keeper, ctx, id)
  if (hasActive(ctx)) for (const id of dueIn(ctx, ACTIVE_PREFIX)) conclude(keeper, ctx, getProposal(ctx, id))
}
const hasInactive = anyBelow(GOV_STORE, INACTIVE_PREFIX)
const hasActive = anyBelow(GOV_STORE, ACTIVE_PREFIX)

function drop(keeper: GovKeeper, ctx: Context, id: bigint): void {
  getProposal(ctx, id)
  keeper.remove(ctx, id)
  if (getParams(ctx).burnProposalDepositPrevote) keeper.burn(ctx, id)
  else keeper.refund(ctx, id)
  ctx.events.emit(event('inactive_proposal', ['proposal_id', String(id)], ['proposal_result', 'proposal_dropped']))
}

function conclude(keeper: GovKeeper, ctx: Context, proposal: Proposal): void {
  const { passes, burnDeposits, result } = tally(keeper, ctx, proposal)
  if (!proposal.expedited || passes) {
    if (burnDeposits) keeper.burn(ctx, proposal.id)
    else keeper.refund(ctx, proposal.id)
  }
  ctx.store(GOV_STORE).delete(queueKey(ACTIVE_PREFIX, nanosOf(proposal.votingEndTime!), proposal.id))
  const { outcome, tag, log } = passes
    ? executed(keeper, ctx, proposal)
    : proposal.expedited
      ? asRegular(ctx, proposal)
      : rejected(proposal)
  setProposal(ctx, { ...outcome, finalTallyResult: result })
  ctx.events.emit(
    event('active_proposal', ['proposal_id', String(proposal.id)], ['proposal_result', tag], ['proposal_log', log]),
  )
}

interface Outcome {
  readonly outcome: Proposal
  readonly tag: string
  readonly log: string
}

const rejected = (proposal: Proposal): Outcome => ({
  outcome: {
    ...proposal,
    status: ProposalStatus.PROPOSAL_STATUS_REJECTED,
    failedReason: 'proposal did not get enough votes to pass',
  },
  tag: 'proposal_rejected',
  log: 'rejected',
})

/** A rejected expedited proposal continues as a regular one. */
function asRegular(ctx: Context, proposal: Proposal): Outcome {
  const end = nanosOf(proposal.votingStartTime!) + nanosOf(getParams(ctx).votingPeriod!)
  ctx.store(GOV_STORE).set(queueKey(ACTIVE_PREFIX, end, proposal.id), idBytes(proposal.id))
  return {
    outcome: { ...proposal, expedited: false, votingEndTime: momentOf(end) },
    tag: 'expedited_proposal_rejected',
    log: 'expedited proposal converted to regular',
  }
}

function executed(keeper: GovKeeper, ctx: Context, proposal: Proposal): Outcome {
  let outcome: Outcome & Failed
  namedRun(ctx, { module: 'gov', name: String(proposal.id) }, () => {
    outcome = execute(keeper, ctx, proposal)
    return outcome.error
  })
  return outcome!
}

interface Failed {
  readonly error?: ChainError
}

/** Runs all messages or none. */
function execute(keeper: GovKeeper, ctx: Context, proposal: Proposal): Outcome & Failed {
  const branch = ctx.branch()
  const events: Event[] = []
  for (const [i, message] of proposal.messages.entries()) {
    try {
      events.push(...run(keeper, branch.ctx, message))
    } catch (error) {
      branch.discard()
      const failure = failureOf(error)
      return {
        outcome: { ...proposal, status: ProposalStatus.PROPOSAL_STATUS_FAILED, failedReason: failure.log },
        tag: 'proposal_failed',
        log: `passed, but msg ${i} (${message.typeUrl}) failed on execution: ${failure.log}`,
        error: failure,
      }
    }
  }
  branch.write()
  ctx.events.emit(...events)
  return {
    outcome: { ...proposal, status: ProposalStatus.PROPOSAL_STATUS_PASSED },
    tag: 'proposal_passed',
    log: 'passed',
  }
}

/** A panic counts as an error. Source: `safeExecuteHandler`. */
function run(keeper: GovKeeper, ctx: Context, message: Proposal['messages'][number]): readonly Event[] {
  const handler = keeper.router.handler(message.typeUrl)
  if (handler === undefined) throw plainError(`unable to resolve type URL ${message.typeUrl}`)
  try {
    return handler(ctx, message).events
  } catch (error) {
    if (error instanceof Panic)
      throw plainError(`handling x/gov proposal msg [${message.typeUrl}] PANICKED: ${error.message}`, error)
    throw error
  }
}
