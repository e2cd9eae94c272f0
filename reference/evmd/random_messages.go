package main

import (
	"time"

	sdkmath "cosmossdk.io/math"
	"github.com/cometbft/cometbft/crypto/ed25519"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	cryptocodec "github.com/cosmos/cosmos-sdk/crypto/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	vestingtypes "github.com/cosmos/cosmos-sdk/x/auth/vesting/types"
	"github.com/cosmos/cosmos-sdk/x/authz"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	govv1beta1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1beta1"
	slashingtypes "github.com/cosmos/cosmos-sdk/x/slashing/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	erc20types "github.com/cosmos/evm/x/erc20/types"
	evmtypes "github.com/cosmos/evm/x/vm/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"
)

// message makes one that an account signs.
type composer = func(r *Random, from *Account) sdk.Msg

// of is a transaction with one message, rarely with two.
func of(make composer) func(*Random) []byte {
	return func(r *Random) []byte {
		from := r.actor()
		msgs := []sdk.Msg{make(r, from)}
		if r.rarely(12) {
			msgs = append(msgs, make(r, from))
		}
		return r.cosmosTx(from, msgs...)
	}
}

func bankMessage(r *Random, from *Account) sdk.Msg {
	switch r.rand.Intn(6) {
	case 0, 1:
		in := banktypes.Input{Address: from.address.String(), Coins: r.coins()}
		out := []banktypes.Output{{Address: r.text(), Coins: in.Coins}}
		if len(in.Coins) == 1 && in.Coins[0].Amount.GT(sdkmath.OneInt()) {
			half := in.Coins[0].Amount.QuoRaw(2)
			one := sdk.Coin{Denom: in.Coins[0].Denom, Amount: half}
			out = []banktypes.Output{{Address: r.text(), Coins: sdk.Coins{one}}, {Address: r.text(), Coins: sdk.Coins{{Denom: one.Denom, Amount: in.Coins[0].Amount.Sub(half)}}}}
		}
		if r.rarely(8) {
			out = append(out, banktypes.Output{Address: r.text(), Coins: r.coins()})
		}
		return &banktypes.MsgMultiSend{Inputs: []banktypes.Input{in}, Outputs: out}
	default:
		return &banktypes.MsgSend{FromAddress: from.address.String(), ToAddress: r.text(), Amount: r.coins()}
	}
}

func (r *Random) description() stakingtypes.Description {
	return stakingtypes.Description{Moniker: pick(r, r.words(), "[do-not-modify]"), Identity: "[do-not-modify]", Website: r.words(), Details: r.words()}
}

func (r *Random) rate() sdkmath.LegacyDec {
	return sdkmath.LegacyNewDecWithPrec(int64(r.rand.Intn(30)), 2)
}

func stakingMessage(r *Random, from *Account) sdk.Msg {
	me := from.address.String()
	switch r.rand.Intn(12) {
	case 0, 1, 2, 3:
		return stakingtypes.NewMsgDelegate(me, r.operator(), r.stake())
	case 4, 5:
		return stakingtypes.NewMsgUndelegate(me, r.operator(), r.stake())
	case 6, 7:
		return stakingtypes.NewMsgBeginRedelegate(me, r.operator(), r.operator(), r.stake())
	case 8:
		return stakingtypes.NewMsgCancelUnbondingDelegation(me, r.operator(), r.undelegated(), r.stake())
	case 9:
		edit := &stakingtypes.MsgEditValidator{ValidatorAddress: from.operator(), Description: r.description()}
		if r.rarely(2) {
			edit.CommissionRate = ref(r.rate())
		}
		if r.rarely(4) {
			edit.MinSelfDelegation = ref(sdkmath.NewIntFromBigInt(r.amount()))
		}
		return edit
	case 10:
		return slashingtypes.NewMsgUnjail(pick(r, from.operator(), olga.operator()))
	default:
		key := must(cryptocodec.FromCmtPubKeyInterface(ed25519.GenPrivKeyFromSecret([]byte{byte(r.rand.Intn(4))}).PubKey()))
		one := must(stakingtypes.NewMsgCreateValidator(from.operator(), key, r.stake(), r.description(), stakingtypes.NewCommissionRates(r.rate(), r.rate(), r.rate()), sdkmath.NewInt(int64(r.rand.Intn(3)))))
		if r.rarely(2) {
			one.Commission = stakingtypes.NewCommissionRates(sdkmath.LegacyNewDecWithPrec(5, 2), sdkmath.LegacyNewDecWithPrec(20, 2), sdkmath.LegacyNewDecWithPrec(1, 2))
			one.Value.Denom, one.MinSelfDelegation = denom, sdkmath.OneInt()
			r.operators = append(r.operators, from.operator())
		}
		return one
	}
}

// undelegated is a height, mostly of an undelegation.
func (r *Random) undelegated() int64 {
	if len(r.unbonded) == 0 || r.rarely(6) {
		return r.rand.Int63n(r.height + 2)
	}
	return pick(r, r.unbonded...)
}

func distributionMessage(r *Random, from *Account) sdk.Msg {
	me := from.address.String()
	switch r.rand.Intn(8) {
	case 0:
		return &distrtypes.MsgSetWithdrawAddress{DelegatorAddress: me, WithdrawAddress: r.text()}
	case 1, 2, 3:
		return distrtypes.NewMsgWithdrawDelegatorReward(me, r.operator())
	case 4:
		return distrtypes.NewMsgWithdrawValidatorCommission(from.operator())
	case 5:
		return distrtypes.NewMsgDepositValidatorRewardsPool(me, r.operator(), r.coins())
	case 6:
		return &distrtypes.MsgCommunityPoolSpend{Authority: pick(r, me, governance), Recipient: r.text(), Amount: r.coins()}
	default:
		return distrtypes.NewMsgFundCommunityPool(r.coins(), me)
	}
}

// proposed is what governance may carry out.
func (r *Random) proposed() []sdk.Msg {
	switch r.rand.Intn(10) {
	case 0, 1:
		return nil
	case 2:
		return []sdk.Msg{&banktypes.MsgSend{FromAddress: governance, ToAddress: r.text(), Amount: r.coins()}}
	case 3, 4:
		return []sdk.Msg{&distrtypes.MsgCommunityPoolSpend{Authority: governance, Recipient: r.text(), Amount: sdk.Coins{{Denom: denom, Amount: sdkmath.NewIntFromBigInt(r.amount())}}}}
	case 5:
		return []sdk.Msg{&erc20types.MsgToggleConversion{Authority: governance, Token: pick(r, r.token.Hex(), erc20types.CreateDenom(r.token.Hex()), "nothing")}}
	case 6:
		params := r.FeeMarket.GetParams(r.now())
		params.MinGasMultiplier = sdkmath.LegacyNewDecWithPrec(int64(r.rand.Intn(12)), 1)
		return []sdk.Msg{marketUpdate(params)}
	case 7:
		params := r.EVM.GetParams(r.now())
		params.HistoryServeWindow = uint64(r.rand.Intn(20))
		return []sdk.Msg{&evmtypes.MsgUpdateParams{Authority: governance, Params: params}, bankMessage(r, r.actor())}
	case 8:
		params := must(r.Staking.GetParams(r.now()))
		params.MaxEntries, params.UnbondingTime = uint32(r.rand.Intn(6)), time.Duration(r.rand.Intn(100))*time.Second
		return []sdk.Msg{&stakingtypes.MsgUpdateParams{Authority: governance, Params: params}}
	default:
		return []sdk.Msg{&banktypes.MsgSetSendEnabled{Authority: governance, SendEnabled: []*banktypes.SendEnabled{{Denom: pick(r, "uother", r.denoms[4]), Enabled: r.rarely(2)}}}}
	}
}

func (r *Random) proposal() uint64 {
	if r.rarely(8) {
		return uint64(r.rand.Intn(5))
	}
	return max(r.proposals, 1) - uint64(r.rand.Intn(2))
}

func (r *Random) deposit() sdk.Coins {
	if r.rarely(5) {
		return r.coins()
	}
	return coins(int64(300 + r.rand.Intn(2200)))
}

func governanceMessage(r *Random, from *Account) sdk.Msg {
	me, option := from.address, govv1.VoteOption(r.rand.Intn(5))
	if !r.rarely(6) {
		option = govv1.OptionYes
	}
	switch r.rand.Intn(12) {
	case 0, 1, 2:
		one, err := govv1.NewMsgSubmitProposal(r.proposed(), r.deposit(), me.String(), r.words(), pick(r, "title", r.words()), pick(r, "summary", r.words()), r.rarely(4))
		check(err)
		return one
	case 3:
		return must(govv1beta1.NewMsgSubmitProposal(govv1beta1.NewTextProposal(pick(r, "title", r.words()), pick(r, "text", r.words())), r.deposit(), me))
	case 4, 5:
		return govv1.NewMsgDeposit(me, r.proposal(), r.deposit())
	case 6:
		return govv1.NewMsgVoteWeighted(me, r.proposal(), govv1.WeightedVoteOptions{
			{Option: option, Weight: pick(r, "0.5", "0.4", "1", "x")}, {Option: govv1.OptionAbstain, Weight: "0.5"}}, r.words())
	case 7:
		return govv1beta1.NewMsgVote(me, r.proposal(), govv1beta1.VoteOption(option))
	case 8:
		return govv1.NewMsgCancelProposal(r.proposal(), me.String())
	case 9:
		return govv1.NewMsgVote(oliver.address, r.proposal(), option, "")
	default:
		return govv1.NewMsgVote(me, r.proposal(), option, r.words())
	}
}

// anyMessage is of any module but this one.
func (r *Random) anyMessage(from *Account) sdk.Msg {
	return pick[composer](r, bankMessage, bankMessage, stakingMessage, distributionMessage, governanceMessage, tokenMessage, transferMessage)(r, from)
}

func (r *Random) later() *time.Time {
	if r.rarely(2) {
		return nil
	}
	return ref(r.time.Add(time.Duration(r.rand.Intn(600)-20) * time.Second))
}

func (r *Random) allowance() feegrant.FeeAllowanceI {
	basic := feegrant.BasicAllowance{Expiration: r.later()}
	if !r.rarely(3) {
		basic.SpendLimit = sdk.Coins{r.stake()}
	}
	switch r.rand.Intn(4) {
	case 0:
		return &feegrant.PeriodicAllowance{Basic: basic, Period: time.Duration(1+r.rand.Intn(40)) * time.Second, PeriodSpendLimit: sdk.Coins{r.stake()},
			PeriodCanSpend: sdk.Coins{r.stake()}, PeriodReset: r.time}
	case 1:
		return must(feegrant.NewAllowedMsgAllowance(&basic, []string{pick(r, "/cosmos.bank.v1beta1.MsgSend", "/cosmos.staking.v1beta1.MsgDelegate", "")}))
	default:
		return &basic
	}
}

func (r *Random) authorization() authz.Authorization {
	switch r.rand.Intn(5) {
	case 0:
		return &banktypes.SendAuthorization{SpendLimit: r.coins()}
	case 1:
		return &stakingtypes.StakeAuthorization{AuthorizationType: stakingtypes.AuthorizationType(1 + r.rand.Intn(3)), MaxTokens: ref(r.stake()),
			Validators: &stakingtypes.StakeAuthorization_AllowList{AllowList: &stakingtypes.StakeAuthorization_Validators{Address: []string{r.operator()}}}}
	default:
		return authz.NewGenericAuthorization(pick(r, sdk.MsgTypeURL(r.anyMessage(r.actor())), "/cosmos.bank.v1beta1.MsgSend", "/cosmos.evm.vm.v1.MsgEthereumTx", "/what.Msg", ""))
	}
}

func grantMessage(r *Random, from *Account) sdk.Msg {
	other := r.actor()
	switch r.rand.Intn(10) {
	case 0, 1, 2:
		return must(authz.NewMsgGrant(from.address, other.address, r.authorization(), r.later()))
	case 3, 4, 5:
		one := authz.NewMsgExec(from.address, []sdk.Msg{r.anyMessage(other)})
		if r.rarely(6) {
			one = authz.NewMsgExec(from.address, []sdk.Msg{ref(authz.NewMsgExec(from.address, []sdk.Msg{r.anyMessage(other)})), &evmtypes.MsgEthereumTx{From: other.address}}[r.rand.Intn(2):])
		}
		return &one
	case 6:
		return ref(authz.NewMsgRevoke(from.address, other.address, pick(r, "/cosmos.bank.v1beta1.MsgSend", sdk.MsgTypeURL(r.anyMessage(other)))))
	case 7, 8:
		return must(feegrant.NewMsgGrantAllowance(r.allowance(), from.address, other.address))
	default:
		if r.rarely(3) {
			return &feegrant.MsgPruneAllowances{Pruner: from.address.String()}
		}
		return ref(feegrant.NewMsgRevokeAllowance(from.address, other.address))
	}
}

func tokenMessage(r *Random, from *Account) sdk.Msg {
	switch r.rand.Intn(8) {
	case 0, 1, 2:
		return &erc20types.MsgConvertERC20{ContractAddress: pick(r, r.token, r.token, r.address()).Hex(), Amount: sdkmath.NewIntFromBigInt(r.amount()), Receiver: r.text(), Sender: from.eth.Hex()}
	case 3, 4, 5:
		return &erc20types.MsgConvertCoin{Coin: sdk.Coin{Denom: pick(r, r.denoms[4], r.denoms[4], r.denom()), Amount: sdkmath.NewIntFromBigInt(r.amount())},
			Receiver: pick(r, r.address().Hex(), r.text()), Sender: from.address.String()}
	case 6:
		return &erc20types.MsgRegisterERC20{Signer: from.address.String(), Erc20Addresses: []string{r.address().Hex()}}
	default:
		return &erc20types.MsgToggleConversion{Authority: pick(r, from.address.String(), governance), Token: r.token.Hex()}
	}
}

// memo of a transfer, mostly with a callback.
func (r *Random) memo() string {
	gas := pick(r, "", "1000000", "400000", "60000", "0", "x")
	switch r.rand.Intn(6) {
	case 0:
		return source(pick(r, r.contracts...).at, gas)
	case 1:
		one := pick(r, r.contracts...)
		return destination(one.at, gas, r.input(one.abi, one.at))
	case 2:
		return pick(r, r.words(), source(r.address(), gas), `{"src_callback":{}}`, `{"dest_callback":{"address":"x"}}`)
	default:
		return ""
	}
}

func (r *Random) channelName() string {
	if r.rarely(15) {
		return pick(r, "channel-9", "", "x", "07-tendermint-0")
	}
	return pick(r, r.here, r.here, r.there)
}

func transferMessage(r *Random, from *Account) sdk.Msg {
	timeout := r.in(int64(pick(r, 10, 60, 600, 7200)))
	if r.rarely(12) {
		timeout = pick[uint64](r, 0, 1, r.in(-1))
	}
	height := clienttypes.ZeroHeight()
	if r.rarely(6) {
		height = clienttypes.NewHeight(uint64(r.rand.Intn(3)), uint64(r.height)+uint64(r.rand.Intn(8)))
	}
	return transfertypes.NewMsgTransfer(pick(r, port, port, port, port, port, port, port, "what"), r.channelName(), r.coin(), from.address.String(), r.text(), height, timeout, r.memo())
}

// relay moves a packet on, sometimes a wrong one.
func (r *Random) relay() []byte {
	if len(r.flights) == 0 {
		return r.cosmosTx(alice, transferMessage(r, alice))
	}
	one, from := pick(r, r.flights[max(0, len(r.flights)-12):]...), r.actor()
	packet, me := one.packet, from.address.String()
	answer := one.answer
	if r.rarely(20) {
		packet.Sequence++
	}
	if r.rarely(20) {
		packet.Data = append([]byte{' '}, packet.Data...)
	}
	if r.rarely(20) {
		answer = pick(r, []byte(`{"result":"AA=="}`), []byte(`{"error":"no"}`), []byte("{}"), nil)
	}
	held := proof
	if r.rarely(20) {
		held = []byte{2}
	}
	what := 0
	late := packet.TimeoutTimestamp != 0 && packet.TimeoutTimestamp < uint64(r.time.UnixNano())
	switch {
	case r.rarely(10):
		what = r.rand.Intn(3)
	case one.received:
		what = 1
	case late:
		what = 2
	}
	msgs := []sdk.Msg{}
	switch what {
	case 0:
		msgs = append(msgs, channeltypes.NewMsgRecvPacket(packet, held, some, me))
	case 1:
		msgs = append(msgs, channeltypes.NewMsgAcknowledgement(packet, answer, held, some, me))
	default:
		msgs = append(msgs, channeltypes.NewMsgTimeout(packet, 1, held, some, me))
	}
	if r.rarely(10) {
		msgs = append(msgs, msgs[0])
	}
	return r.cosmosTx(from, msgs...)
}

// opened is a transaction that opens a channel.
func (r *Random) opened() []byte {
	me, hops := carol.address.String(), []string{ibcexported.LocalhostConnectionID}
	return r.cosmos(carol, 0, 1_500_000,
		channeltypes.NewMsgChannelOpenInit(port, transfertypes.V1, channeltypes.UNORDERED, hops, port, me),
		channeltypes.NewMsgChannelOpenTry(port, transfertypes.V1, channeltypes.UNORDERED, hops, port, r.here, transfertypes.V1, proof, some, me),
		channeltypes.NewMsgChannelOpenAck(port, r.here, r.there, transfertypes.V1, proof, some, me),
		channeltypes.NewMsgChannelOpenConfirm(port, r.there, proof, some, me))
}

// accountMessage opens accounts whose coins are locked.
func accountMessage(r *Random, from *Account) sdk.Msg {
	me, to := from.address.String(), r.text()
	if r.rarely(2) {
		to = sdk.AccAddress(accountOf(r.words() + string(rune('a'+r.rand.Intn(20)))).address).String()
	}
	end := r.time.Unix() + int64(r.rand.Intn(1000)) - 20
	switch r.rand.Intn(5) {
	case 0, 1:
		return &vestingtypes.MsgCreateVestingAccount{FromAddress: me, ToAddress: to, Amount: r.coins(), EndTime: end, Delayed: r.rarely(2)}
	case 2:
		return &vestingtypes.MsgCreatePermanentLockedAccount{FromAddress: me, ToAddress: to, Amount: r.coins()}
	case 3:
		return &vestingtypes.MsgCreatePeriodicVestingAccount{FromAddress: me, ToAddress: to, StartTime: r.time.Unix(),
			VestingPeriods: []vestingtypes.Period{{Length: int64(r.rand.Intn(20)), Amount: r.coins()}, {Length: 30, Amount: r.coins()}}}
	default:
		return &authtypes.MsgUpdateParams{Authority: pick(r, me, governance), Params: authtypes.DefaultParams()}
	}
}

func packedAny(msg sdk.Msg) *codectypes.Any { return must(codectypes.NewAnyWithValue(msg)) }
