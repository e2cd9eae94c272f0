import { expectTypeOf, test } from 'vitest'
import type * as AccountOwner from '../../clients/AccountOwner.types.js'
import type * as CallbackLab from '../../clients/CallbackLab.types.js'
import type * as CoinBridge from '../../clients/CoinBridge.types.js'
import type * as Courier from '../../clients/Courier.types.js'
import type * as Cw1 from '../../clients/Cw1Whitelist.types.js'
import type * as Cw20 from '../../clients/Cw20Base.types.js'
import type * as Cw3 from '../../clients/Cw3FlexMultisig.types.js'
import type * as Cw4 from '../../clients/Cw4Group.types.js'
import type * as Cw721 from '../../clients/Cw721Base.types.js'
import type * as Outpost from '../../clients/Outpost.types.js'
import type * as PingPong from '../../clients/PingPong.types.js'
import type * as RemoteReader from '../../clients/RemoteReader.types.js'
import type * as RemoteVault from '../../clients/RemoteVault.types.js'
import type * as SavingsClub from '../../clients/SavingsClub.types.js'
import type * as TicketOffice from '../../clients/TicketOffice.types.js'
import type * as ours from './contracts.js'

/** Each fits where the other is expected. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? 'same' : 'narrower than theirs') : 'wider than theirs'

/** Types of `sudobox types` beside those of `@cosmwasm/ts-codegen` 1.14.1 for the same schemas. */
type Equal = [
  Same<ours.CallbackLab.InstantiateMsg, CallbackLab.InstantiateMsg>,
  Same<ours.CallbackLab.ExecuteMsg, CallbackLab.ExecuteMsg>,
  Same<ours.CallbackLab.QueryMsg, CallbackLab.QueryMsg>,
  Same<ours.CallbackLab.MigrateMsg, CallbackLab.MigrateMsg>,
  Same<ours.CallbackLab.SudoMsg, CallbackLab.SudoMsg>,
  Same<ours.CallbackLab.FailuresResponse, CallbackLab.FailuresResponse>,
  Same<ours.CoinBridge.InstantiateMsg, CoinBridge.InstantiateMsg>,
  Same<ours.CoinBridge.QueryMsg, CoinBridge.QueryMsg>,
  Same<ours.CoinBridge.StateResponse, CoinBridge.StateResponse>,
  Same<ours.Cw1Whitelist.InstantiateMsg, Cw1.InstantiateMsg>,
  Same<ours.Cw1Whitelist.CanExecuteResponse, Cw1.CanExecuteResponse>,
  Same<ours.Cw20Base.InstantiateMsg, Cw20.InstantiateMsg>,
  Same<ours.Cw20Base.ExecuteMsg, Cw20.ExecuteMsg>,
  Same<ours.Cw20Base.QueryMsg, Cw20.QueryMsg>,
  Same<ours.Cw20Base.BalanceResponse, Cw20.BalanceResponse>,
  Same<ours.Cw20Base.DownloadLogoResponse, Cw20.DownloadLogoResponse>,
  Same<ours.Cw20Base.MinterResponse, Cw20.MinterResponse>,
  Same<ours.Cw20Base.Expiration, Cw20.Expiration>,
  Same<ours.Cw3FlexMultisig.InstantiateMsg, Cw3.InstantiateMsg>,
  Same<ours.Cw3FlexMultisig.QueryMsg, Cw3.QueryMsg>,
  Same<ours.Cw3FlexMultisig.ThresholdResponse, Cw3.ThresholdResponse>,
  Same<ours.Cw3FlexMultisig.VoteListResponse, Cw3.VoteListResponse>,
  Same<ours.Cw4Group.InstantiateMsg, Cw4.InstantiateMsg>,
  Same<ours.Cw4Group.ExecuteMsg, Cw4.ExecuteMsg>,
  Same<ours.Cw4Group.QueryMsg, Cw4.QueryMsg>,
  Same<ours.Cw4Group.MemberListResponse, Cw4.MemberListResponse>,
  Same<ours.Cw721Base.InstantiateMsg, Cw721.InstantiateMsg>,
  Same<ours.PingPong.InstantiateMsg, PingPong.InstantiateMsg>,
  Same<ours.PingPong.ExecuteMsg, PingPong.ExecuteMsg>,
  Same<ours.PingPong.QueryMsg, PingPong.QueryMsg>,
  Same<ours.PingPong.MigrateMsg, PingPong.MigrateMsg>,
  Same<ours.PingPong.HeardResponse, PingPong.HeardResponse>,
  Same<ours.RemoteReader.InstantiateMsg, RemoteReader.InstantiateMsg>,
  Same<ours.RemoteReader.ExecuteMsg, RemoteReader.ExecuteMsg>,
  Same<ours.RemoteReader.QueryMsg, RemoteReader.QueryMsg>,
  Same<ours.RemoteReader.ProposalResponse, RemoteReader.ProposalResponse>,
  Same<ours.RemoteVault.InstantiateMsg, RemoteVault.InstantiateMsg>,
  Same<ours.RemoteVault.ExecuteMsg, RemoteVault.ExecuteMsg>,
  Same<ours.RemoteVault.QueryMsg, RemoteVault.QueryMsg>,
  Same<ours.RemoteVault.ClaimsResponse, RemoteVault.ClaimsResponse>,
  Same<ours.AccountOwner.QueryMsg, AccountOwner.QueryMsg>,
  Same<ours.Courier.QueryMsg, Courier.QueryMsg>,
  Same<ours.Outpost.QueryMsg, Outpost.QueryMsg>,
  Same<ours.SavingsClub.ExecuteMsg, SavingsClub.ExecuteMsg>,
  Same<ours.SavingsClub.QueryMsg, SavingsClub.QueryMsg>,
  Same<ours.SavingsClub.SavedResponse, SavingsClub.SavedResponse>,
  Same<ours.TicketOffice.ExecuteMsg, TicketOffice.ExecuteMsg>,
  Same<ours.TicketOffice.QueryMsg, TicketOffice.QueryMsg>,
  Same<ours.TicketOffice.Ticket, TicketOffice.Ticket>,
]

/** Where ts-codegen writes `{}`, which every object fits, these say that there are no members. */
type Narrower = [
  Same<ours.Cw1Whitelist.ExecuteMsg, Cw1.ExecuteMsg>,
  Same<ours.Cw1Whitelist.QueryMsg, Cw1.QueryMsg>,
  Same<ours.Cw20Base.MigrateMsg, Cw20.MigrateMsg>,
  Same<ours.Cw3FlexMultisig.ExecuteMsg, Cw3.ExecuteMsg>,
  Same<ours.Cw721Base.ExecuteMsg, Cw721.ExecuteMsg>,
  Same<ours.Cw721Base.QueryMsg, Cw721.QueryMsg>,
]

// The type checker does the work (`npm run typecheck`).
test('the types are those that ts-codegen writes', () => {
  expectTypeOf<Equal[number]>().toEqualTypeOf<'same'>()
  expectTypeOf<Narrower[number]>().toEqualTypeOf<'narrower than theirs'>()
})

test('a value of any type is unknown, not any', () => {
  expectTypeOf<ours.CallbackLab.IndexedReceived['message']>().toBeUnknown()
})
