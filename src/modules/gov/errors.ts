import { registerError } from '../../chain/index.js'

const gov = (code: number, text: string) => registerError('gov', code, text)

/** Source: cosmos-sdk x/gov/types/errors.go. */
export const ErrInactiveProposal = gov(3, 'inactive proposal')
export const ErrInvalidProposalContent = gov(5, 'invalid proposal content')
export const ErrInvalidVote = gov(7, 'invalid vote option')
export const ErrUnroutableProposalMsg = gov(10, 'proposal message not recognized by router')
export const ErrNoProposalMsgs = gov(11, 'no messages proposed')
export const ErrInvalidProposalMsg = gov(12, 'invalid proposal message')
export const ErrMetadataTooLong = gov(15, 'metadata too long')
export const ErrMinDepositTooSmall = gov(16, 'minimum deposit is too small')
export const ErrInvalidProposer = gov(18, 'invalid proposer')
export const ErrVotingPeriodEnded = gov(20, 'voting period already ended')
export const ErrInvalidProposal = gov(21, 'invalid proposal')
export const ErrSummaryTooLong = gov(22, 'summary too long')
export const ErrInvalidDepositDenom = gov(23, 'invalid deposit denom')
