// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_GOV_V1BETA1: PackageTable = {
  messages: {
    WeightedVoteOption: 'option .VoteOption 1, weight string 2',
    TextProposal: 'title string 1, description string 2',
    Deposit: 'proposal_id uint64 1, depositor string 2, amount cosmos.base.v1beta1.Coin[] 3',
    Proposal:
      'proposal_id uint64 1, content google.protobuf.Any? 2, status .ProposalStatus 3, final_tally_result .TallyResult 4, submit_time google.protobuf.Timestamp 5, deposit_end_time google.protobuf.Timestamp 6, total_deposit cosmos.base.v1beta1.Coin[] 7, voting_start_time google.protobuf.Timestamp 8, voting_end_time google.protobuf.Timestamp 9',
    TallyResult: 'yes string 1, abstain string 2, no string 3, no_with_veto string 4',
    Vote: 'proposal_id uint64 1, voter string 2, option .VoteOption 3, options .WeightedVoteOption[] 4',
    DepositParams: 'min_deposit cosmos.base.v1beta1.Coin[] 1, max_deposit_period google.protobuf.Duration 2',
    VotingParams: 'voting_period google.protobuf.Duration 1',
    TallyParams: 'quorum bytes 1, threshold bytes 2, veto_threshold bytes 3',
    QueryProposalRequest: 'proposal_id uint64 1',
    QueryProposalResponse: 'proposal .Proposal 1',
    QueryProposalsRequest:
      'proposal_status .ProposalStatus 1, voter string 2, depositor string 3, pagination cosmos.base.query.v1beta1.PageRequest? 4',
    QueryProposalsResponse: 'proposals .Proposal[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryVoteRequest: 'proposal_id uint64 1, voter string 2',
    QueryVoteResponse: 'vote .Vote 1',
    QueryVotesRequest: 'proposal_id uint64 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryVotesResponse: 'votes .Vote[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryParamsRequest: 'params_type string 1',
    QueryParamsResponse: 'voting_params .VotingParams 1, deposit_params .DepositParams 2, tally_params .TallyParams 3',
    QueryDepositRequest: 'proposal_id uint64 1, depositor string 2',
    QueryDepositResponse: 'deposit .Deposit 1',
    QueryDepositsRequest: 'proposal_id uint64 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryDepositsResponse: 'deposits .Deposit[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryTallyResultRequest: 'proposal_id uint64 1',
    QueryTallyResultResponse: 'tally .TallyResult 1',
    MsgSubmitProposal:
      'content google.protobuf.Any? 1, initial_deposit cosmos.base.v1beta1.Coin[] 2, proposer string 3',
    MsgSubmitProposalResponse: 'proposal_id uint64 1',
    MsgVote: 'proposal_id uint64 1, voter string 2, option .VoteOption 3',
    MsgVoteResponse: '',
    MsgVoteWeighted: 'proposal_id uint64 1, voter string 2, options .WeightedVoteOption[] 3',
    MsgVoteWeightedResponse: '',
    MsgDeposit: 'proposal_id uint64 1, depositor string 2, amount cosmos.base.v1beta1.Coin[] 3',
    MsgDepositResponse: '',
  },
  enums: {
    VoteOption:
      'VOTE_OPTION_UNSPECIFIED 0, VOTE_OPTION_YES 1, VOTE_OPTION_ABSTAIN 2, VOTE_OPTION_NO 3, VOTE_OPTION_NO_WITH_VETO 4',
    ProposalStatus:
      'PROPOSAL_STATUS_UNSPECIFIED 0, PROPOSAL_STATUS_DEPOSIT_PERIOD 1, PROPOSAL_STATUS_VOTING_PERIOD 2, PROPOSAL_STATUS_PASSED 3, PROPOSAL_STATUS_REJECTED 4, PROPOSAL_STATUS_FAILED 5',
  },
  services: {
    Query:
      'Proposal .QueryProposalRequest .QueryProposalResponse, Proposals .QueryProposalsRequest .QueryProposalsResponse, Vote .QueryVoteRequest .QueryVoteResponse, Votes .QueryVotesRequest .QueryVotesResponse, Params .QueryParamsRequest .QueryParamsResponse, Deposit .QueryDepositRequest .QueryDepositResponse, Deposits .QueryDepositsRequest .QueryDepositsResponse, TallyResult .QueryTallyResultRequest .QueryTallyResultResponse',
    Msg: 'SubmitProposal .MsgSubmitProposal .MsgSubmitProposalResponse, Vote .MsgVote .MsgVoteResponse, VoteWeighted .MsgVoteWeighted .MsgVoteWeightedResponse, Deposit .MsgDeposit .MsgDepositResponse',
  },
}
