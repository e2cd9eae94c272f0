// Written by `npm run schema:chains` from the crate neutron-std 9.1.0 and the Go modules github.com/cosmos/cosmos-sdk@v0.53.6, github.com/skip-mev/slinky@v1.2.0, github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0, github.com/cosmos/evm@v0.7.3.
import type { PackageTable } from '../../schema.js'

export const COSMOS_EVM_ERC20_V1: PackageTable = {
  messages: {
    TokenPair: 'erc20_address string 1, denom string 2, enabled bool 3, contract_owner .Owner 4',
    Allowance: 'erc20_address string 1, owner string 2, spender string 3, value string 4',
    RegisterCoinProposal: 'title string 1, description string 2, metadata cosmos.bank.v1beta1.Metadata[] 3',
    ProposalMetadata: 'metadata cosmos.bank.v1beta1.Metadata[] 1',
    RegisterERC20Proposal: 'title string 1, description string 2, erc20addresses string[] 3',
    ToggleTokenConversionProposal: 'title string 1, description string 2, token string 3',
    EventRegisterPair: 'denom string 1, erc20_address string 2',
    EventToggleTokenConversion: 'denom string 1, erc20_address string 2',
    EventConvertCoin: 'sender string 1, receiver string 2, amount string 3, denom string 4, erc20_address string 5',
    EventConvertERC20: 'sender string 1, receiver string 2, amount string 3, denom string 4, contract_address string 5',
    GenesisState:
      'params .Params 1, token_pairs .TokenPair[] 2, allowances .Allowance[] 3, native_precompiles string[] 4, dynamic_precompiles string[] 5',
    Params: 'enable_erc20 bool 1, permissionless_registration bool 5',
    QueryTokenPairsRequest: 'pagination cosmos.base.query.v1beta1.PageRequest? 1',
    QueryTokenPairsResponse: 'token_pairs .TokenPair[] 1, pagination cosmos.base.query.v1beta1.PageResponse? 2',
    QueryTokenPairRequest: 'token string 1',
    QueryTokenPairResponse: 'token_pair .TokenPair 1',
    QueryParamsRequest: '',
    QueryParamsResponse: 'params .Params 1',
    MsgConvertERC20: 'contract_address string 1, amount string 2, receiver string 3, sender string 4',
    MsgConvertERC20Response: '',
    MsgConvertCoin: 'coin cosmos.base.v1beta1.Coin 1, receiver string 2, sender string 3',
    MsgConvertCoinResponse: '',
    MsgUpdateParams: 'authority string 1, params .Params 2',
    MsgUpdateParamsResponse: '',
    MsgRegisterERC20: 'signer string 1, erc20addresses string[] 2',
    MsgRegisterERC20Response: '',
    MsgToggleConversion: 'authority string 1, token string 2',
    MsgToggleConversionResponse: '',
  },
  enums: { Owner: 'OWNER_UNSPECIFIED 0, OWNER_MODULE 1, OWNER_EXTERNAL 2' },
  services: {
    Query:
      'TokenPairs .QueryTokenPairsRequest .QueryTokenPairsResponse, TokenPair .QueryTokenPairRequest .QueryTokenPairResponse, Params .QueryParamsRequest .QueryParamsResponse',
    Msg: 'ConvertERC20 .MsgConvertERC20 .MsgConvertERC20Response, ConvertCoin .MsgConvertCoin .MsgConvertCoinResponse, UpdateParams .MsgUpdateParams .MsgUpdateParamsResponse, RegisterERC20 .MsgRegisterERC20 .MsgRegisterERC20Response, ToggleConversion .MsgToggleConversion .MsgToggleConversionResponse',
  },
}
