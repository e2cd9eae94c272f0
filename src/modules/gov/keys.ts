import { sortableTime } from '../../codec/index.js'
import { byteKey, joinKeys, lengthPrefixed, textKey, uint64Key, type Key } from '../../store/index.js'

/** Source: cosmos-sdk x/gov/types/keys.go. */
export const GOV_STORE = 'gov'

export const PROPOSALS_PREFIX = byteKey(0)
export const ACTIVE_PREFIX = byteKey(1)
export const INACTIVE_PREFIX = byteKey(2)
export const PROPOSAL_ID_KEY = byteKey(3)
const VOTING_PREFIX = byteKey(4)
export const DEPOSITS_PREFIX = byteKey(16)
export const VOTES_PREFIX = byteKey(32)
export const PARAMS_KEY = byteKey(48)
export const CONSTITUTION_KEY = byteKey(49)

export const proposalKey = (id: bigint): Key => joinKeys(PROPOSALS_PREFIX, uint64Key(id))
/** Set during the voting period. */
export const votingKey = (id: bigint): Key => joinKeys(VOTING_PREFIX, uint64Key(id))
export const depositsOf = (id: bigint): Key => joinKeys(DEPOSITS_PREFIX, uint64Key(id))
export const depositKey = (id: bigint, depositor: Uint8Array): Key =>
  joinKeys(depositsOf(id), lengthPrefixed(depositor))
export const votesOf = (id: bigint): Key => joinKeys(VOTES_PREFIX, uint64Key(id))
export const voteKey = (id: bigint, voter: Uint8Array): Key => joinKeys(votesOf(id), lengthPrefixed(voter))
/** The key of a proposal in a queue sorted by end time. @param queue {@link ACTIVE_PREFIX} or {@link INACTIVE_PREFIX} */
export const queueKey = (queue: Key, time: bigint, id: bigint): Key => joinKeys(queueUntil(queue, time), uint64Key(id))
export const queueUntil = (queue: Key, time: bigint): Key => joinKeys(queue, textKey(sortableTime(time)))
