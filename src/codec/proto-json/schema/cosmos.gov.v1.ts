// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_GOV_V1: PackageTable = {
  messages: {
    WeightedVoteOption: 'option .VoteOption 1, weight string 2',
    Deposit: 'proposal_id uint64 1, depositor string 2, amount cosmos.base.v1beta1.Coin[] 3',
    Proposal:
      'id uint64 1, messages google.protobuf.Any[] 2, status .ProposalStatus 3, final_tally_result .TallyResult? 4, submit_time google.protobuf.Timestamp? 5, deposit_end_time google.protobuf.Timestamp? 6, total_deposit cosmos.base.v1beta1.Coin[] 7, voting_start_time google.protobuf.Timestamp? 8, voting_end_time google.protobuf.Timestamp? 9, metadata string 10, title string 11, summary string 12, proposer string 13, expedited bool 14, failed_reason string 15',
    TallyResult: 'yes_count string 1, abstain_count string 2, no_count string 3, no_with_veto_count string 4',
    Vote: 'proposal_id uint64 1, voter string 2, options .WeightedVoteOption[] 4, metadata string 5',
    DepositParams: 'min_deposit cosmos.base.v1beta1.Coin[] 1, max_deposit_period google.protobuf.Duration? 2',
    VotingParams: 'voting_period google.protobuf.Duration? 1',
    TallyParams: 'quorum string 1, threshold string 2, veto_threshold string 3',
    Params:
      'min_deposit cosmos.base.v1beta1.Coin[] 1, max_deposit_period google.protobuf.Duration? 2, voting_period google.protobuf.Duration? 3, quorum string 4, threshold string 5, veto_threshold string 6, min_initial_deposit_ratio string 7, proposal_cancel_ratio string 8, proposal_cancel_dest string 9, expedited_voting_period google.protobuf.Duration? 10, expedited_threshold string 11, expedited_min_deposit cosmos.base.v1beta1.Coin[] 12, burn_vote_quorum bool 13, burn_proposal_deposit_prevote bool 14, burn_vote_veto bool 15, min_deposit_ratio string 16',
    QueryConstitutionRequest: '',
    QueryConstitutionResponse: 'constitution string 1',
    QueryProposalRequest: 'proposal_id uint64 1',
    QueryProposalResponse: 'proposal .Proposal? 1',
    QueryProposalsRequest:
      'proposal_status .ProposalStatus 1, voter string 2, depositor string 3, pagination cosmos.base.query.v1beta1.PageRequest? 4',
    QueryProposalsResponse: 'proposals .Proposal[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryVoteRequest: 'proposal_id uint64 1, voter string 2',
    QueryVoteResponse: 'vote .Vote? 1',
    QueryVotesRequest: 'proposal_id uint64 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryVotesResponse: 'votes .Vote[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryParamsRequest: 'params_type string 1',
    QueryParamsResponse:
      'voting_params .VotingParams? 1, deposit_params .DepositParams? 2, tally_params .TallyParams? 3, params .Params? 4',
    QueryDepositRequest: 'proposal_id uint64 1, depositor string 2',
    QueryDepositResponse: 'deposit .Deposit? 1',
    QueryDepositsRequest: 'proposal_id uint64 1, pagination cosmos.base.query.v1beta1.PageRequest? 2',
    QueryDepositsResponse: 'deposits .Deposit[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryTallyResultRequest: 'proposal_id uint64 1',
    QueryTallyResultResponse: 'tally .TallyResult? 1',
    MsgSubmitProposal:
      'messages google.protobuf.Any[] 1, initial_deposit cosmos.base.v1beta1.Coin[] 2, proposer string 3, metadata string 4, title string 5, summary string 6, expedited bool 7',
    MsgSubmitProposalResponse: 'proposal_id uint64 1',
    MsgExecLegacyContent: 'content google.protobuf.Any? 1, authority string 2',
    MsgExecLegacyContentResponse: '',
    MsgVote: 'proposal_id uint64 1, voter string 2, option .VoteOption 3, metadata string 4',
    MsgVoteResponse: '',
    MsgVoteWeighted: 'proposal_id uint64 1, voter string 2, options .WeightedVoteOption[] 3, metadata string 4',
    MsgVoteWeightedResponse: '',
    MsgDeposit: 'proposal_id uint64 1, depositor string 2, amount cosmos.base.v1beta1.Coin[] 3',
    MsgDepositResponse: '',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    MsgCancelProposal: 'proposal_id uint64 1, proposer string 2',
    MsgCancelProposalResponse:
      'proposal_id uint64 1, canceled_time google.protobuf.Timestamp 2, canceled_height uint64 3',
  },
  enums: {
    VoteOption:
      'VOTE_OPTION_UNSPECIFIED 0, VOTE_OPTION_YES 1, VOTE_OPTION_ABSTAIN 2, VOTE_OPTION_NO 3, VOTE_OPTION_NO_WITH_VETO 4',
    ProposalStatus:
      'PROPOSAL_STATUS_UNSPECIFIED 0, PROPOSAL_STATUS_DEPOSIT_PERIOD 1, PROPOSAL_STATUS_VOTING_PERIOD 2, PROPOSAL_STATUS_PASSED 3, PROPOSAL_STATUS_REJECTED 4, PROPOSAL_STATUS_FAILED 5',
  },
  services: {
    Query:
      'Constitution .QueryConstitutionRequest .QueryConstitutionResponse, Proposal .QueryProposalRequest .QueryProposalResponse, Proposals .QueryProposalsRequest .QueryProposalsResponse, Vote .QueryVoteRequest .QueryVoteResponse, Votes .QueryVotesRequest .QueryVotesResponse, Params .QueryParamsRequest .QueryParamsResponse, Deposit .QueryDepositRequest .QueryDepositResponse, Deposits .QueryDepositsRequest .QueryDepositsResponse, TallyResult .QueryTallyResultRequest .QueryTallyResultResponse',
    Msg: 'SubmitProposal .MsgSubmitProposal .MsgSubmitProposalResponse, ExecLegacyContent .MsgExecLegacyContent .MsgExecLegacyContentResponse, Vote .MsgVote .MsgVoteResponse, VoteWeighted .MsgVoteWeighted .MsgVoteWeightedResponse, Deposit .MsgDeposit .MsgDepositResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse, CancelProposal .MsgCancelProposal .MsgCancelProposalResponse',
  },
}
