import { GenesisReader, type Module } from '../../chain/index.js'
import { decodeBech32 } from '../../codec/index.js'
import { placeInQueue, putVote, readProposal, readVote } from './genesis.js'
import { GOV_STORE, PROPOSAL_ID_KEY } from './keys.js'
import { findProposal, idBytes, idOf, setProposal } from './records.js'

/** Single records: a proposal, with its entry in the queues, and a vote. Deposits cannot be put. */
export const govWriters = (): NonNullable<Module['put']> => ({
  proposal: (ctx, record) => {
    const json = new GenesisReader(record, 'gov/proposal')
    const proposal = readProposal(json)
    if (proposal.id < 1n) throw json.at('id').error('expected a number from 1 on')
    const store = ctx.store(GOV_STORE)
    const before = findProposal(ctx, proposal.id)
    const old = before && placeInQueue(before)
    if (old !== undefined) store.delete(old)
    const place = placeInQueue(proposal)
    if (place !== undefined) store.set(place, idBytes(proposal.id))
    setProposal(ctx, proposal)
    const next = idOf(store.get(PROPOSAL_ID_KEY) ?? idBytes(1n))
    if (proposal.id >= next) store.set(PROPOSAL_ID_KEY, idBytes(proposal.id + 1n))
  },
  vote: (ctx, record) => {
    const json = new GenesisReader(record, 'gov/vote')
    const vote = readVote(json)
    try {
      decodeBech32(vote.voter)
    } catch (cause) {
      throw json.at('voter').error((cause as Error).message, cause)
    }
    putVote(ctx, vote)
  },
})
