package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"cosmossdk.io/core/header"
	"cosmossdk.io/log"
	"cosmossdk.io/math"
	storetypes "cosmossdk.io/store/types"
	abci "github.com/cometbft/cometbft/abci/types"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/codec"
	addresscodec "github.com/cosmos/cosmos-sdk/codec/address"
	codectestutil "github.com/cosmos/cosmos-sdk/codec/testutil"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/crypto/keys/ed25519"
	"github.com/cosmos/cosmos-sdk/runtime"
	"github.com/cosmos/cosmos-sdk/std"
	"github.com/cosmos/cosmos-sdk/testutil"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authkeeper "github.com/cosmos/cosmos-sdk/x/auth/keeper"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	bankkeeper "github.com/cosmos/cosmos-sdk/x/bank/keeper"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	distrkeeper "github.com/cosmos/cosmos-sdk/x/distribution/keeper"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	"github.com/cosmos/cosmos-sdk/x/gov"
	govkeeper "github.com/cosmos/cosmos-sdk/x/gov/keeper"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	govv1beta1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1beta1"
	stakingkeeper "github.com/cosmos/cosmos-sdk/x/staking/keeper"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	"sudobox/reference/recording"
)

type Step = recording.Step

type Rec struct {
	ctx    sdk.Context
	keys   map[string]*storetypes.KVStoreKey
	router *baseapp.MsgServiceRouter
	qr     *baseapp.GRPCQueryRouter
	cdc    codec.Codec
	steps  []Step
	sk     *stakingkeeper.Keeper
	dk     distrkeeper.Keeper
	gk     *govkeeper.Keeper
	vals   []ed25519.PrivKey
	last   map[string]recording.Rows
}

var check = recording.Check

func (r *Rec) diff() map[string]map[string]*string {
	changed := map[string]map[string]*string{}
	for name, key := range r.keys {
		now := recording.RowsOf(r.ctx, key)
		if rows := recording.Changes(r.last[name], now); len(rows) > 0 {
			changed[name] = rows
		}
		r.last[name] = now
	}
	return changed
}

func (r *Rec) msg(name string, m sdk.Msg) {
	packed, err := codectypes.NewAnyWithValue(m)
	check(err)
	step := Step{Name: name, Kind: "message", Type: packed.TypeUrl, Value: recording.Base64(packed.Value)}
	step.Run(r.ctx, true, func(ctx sdk.Context) ([]byte, []abci.Event, error) {
		res, err := r.router.Handler(m)(ctx, m)
		if err != nil {
			return nil, nil, err
		}
		return res.Data, append([]abci.Event{}, res.Events...), nil
	})
	step.State = r.diff()
	r.steps = append(r.steps, step)
}

func (r *Rec) query(path string, req recording.Marshaler) {
	bz := recording.Marshal(req)
	step := Step{Name: path, Kind: "query", Path: path, Value: recording.Base64(bz)}
	step.Run(r.ctx, false, func(ctx sdk.Context) ([]byte, []abci.Event, error) {
		route := r.qr.Route(path)
		if route == nil {
			panic("no route " + path)
		}
		res, err := route(ctx, &abci.RequestQuery{Data: bz})
		if err != nil {
			return nil, nil, err
		}
		return res.Value, nil, nil
	})
	r.steps = append(r.steps, step)
}

func (r *Rec) block(name string, by time.Duration) {
	// end of the open block
	em := sdk.NewEventManager()
	end := r.ctx.WithEventManager(em).WithGasMeter(storetypes.NewInfiniteGasMeter())
	check(gov.EndBlocker(end, r.gk))
	_, err := r.sk.EndBlocker(end)
	check(err)
	st := Step{Name: name, Kind: "end_block", Events: recording.EventsOf(em.ABCIEvents()), Gas: end.GasMeter().GasConsumed(), State: r.diff()}
	r.steps = append(r.steps, st)
	// begin of the next
	h := r.ctx.BlockHeader()
	h.Height++
	h.Time = h.Time.Add(by)
	votes := []abci.VoteInfo{}
	check(r.sk.IterateBondedValidatorsByPower(r.ctx, func(i int64, v stakingtypes.ValidatorI) bool {
		ca, err := v.GetConsAddr()
		check(err)
		votes = append(votes, abci.VoteInfo{Validator: abci.Validator{Address: ca, Power: v.GetConsensusPower(sdk.DefaultPowerReduction)}})
		return false
	}))
	if len(votes) > 0 {
		h.ProposerAddress = votes[0].Validator.Address
	}
	em = sdk.NewEventManager()
	r.ctx = r.ctx.WithBlockHeader(h).WithVoteInfos(votes).WithHeaderInfo(header.Info{ChainID: h.ChainID, Height: h.Height, Time: h.Time})
	begin := r.ctx.WithEventManager(em).WithGasMeter(storetypes.NewInfiniteGasMeter())
	check(r.dk.BeginBlocker(begin))
	check(r.sk.BeginBlocker(begin))
	st = Step{Name: name, Kind: "begin_block", Height: h.Height, TimeNs: fmt.Sprint(h.Time.UnixNano()), Events: recording.EventsOf(em.ABCIEvents()), Gas: begin.GasMeter().GasConsumed(), State: r.diff()}
	r.steps = append(r.steps, st)
}

func addr(b byte) sdk.AccAddress { return bytes.Repeat([]byte{b}, 20) }

func main() {
	cfg := sdk.GetConfig()
	cfg.SetBech32PrefixForAccount("neutron", "neutronpub")
	cfg.SetBech32PrefixForValidator("neutronvaloper", "neutronvaloperpub")
	cfg.SetBech32PrefixForConsensusNode("neutronvalcons", "neutronvalconspub")
	reg := codectestutil.CodecOptions{AccAddressPrefix: "neutron", ValAddressPrefix: "neutronvaloper"}.NewInterfaceRegistry()
	std.RegisterInterfaces(reg)
	authtypes.RegisterInterfaces(reg)
	banktypes.RegisterInterfaces(reg)
	stakingtypes.RegisterInterfaces(reg)
	distrtypes.RegisterInterfaces(reg)
	govv1.RegisterInterfaces(reg)
	govv1beta1.RegisterInterfaces(reg)
	cdc := codec.NewProtoCodec(reg)
	keys := storetypes.NewKVStoreKeys(authtypes.StoreKey, banktypes.StoreKey, stakingtypes.StoreKey, distrtypes.StoreKey, govtypes.StoreKey)
	ctx := testutil.DefaultContextWithKeys(keys, nil, nil)
	ctx = ctx.WithBlockHeader(cmtproto.Header{ChainID: "testchain2-1", Height: 0, Time: time.Unix(1600000000, 0).UTC()}).WithGasMeter(storetypes.NewInfiniteGasMeter())
	perms := map[string][]string{
		authtypes.FeeCollectorName: nil, stakingtypes.BondedPoolName: {"burner", "staking"}, stakingtypes.NotBondedPoolName: {"burner", "staking"},
		distrtypes.ModuleName: nil, govtypes.ModuleName: {"burner"}, "mint": {"minter"},
	}
	authority := authtypes.NewModuleAddress("gov").String()
	ac := addresscodec.NewBech32Codec("neutron")
	ak := authkeeper.NewAccountKeeper(cdc, runtime.NewKVStoreService(keys["acc"]), authtypes.ProtoBaseAccount, perms, ac, "neutron", authority)
	blocked := map[string]bool{}
	for m := range perms {
		blocked[authtypes.NewModuleAddress(m).String()] = true
	}
	bk := bankkeeper.NewBaseKeeper(cdc, runtime.NewKVStoreService(keys["bank"]), ak, blocked, authority, log.NewNopLogger())
	sk := stakingkeeper.NewKeeper(cdc, runtime.NewKVStoreService(keys["staking"]), ak, bk, authority, addresscodec.NewBech32Codec("neutronvaloper"), addresscodec.NewBech32Codec("neutronvalcons"))
	dk := distrkeeper.NewKeeper(cdc, runtime.NewKVStoreService(keys["distribution"]), ak, bk, sk, authtypes.FeeCollectorName, authority)
	sk.SetHooks(stakingtypes.NewMultiStakingHooks(dk.Hooks()))
	router := baseapp.NewMsgServiceRouter()
	router.SetInterfaceRegistry(reg)
	gk := govkeeper.NewKeeper(cdc, runtime.NewKVStoreService(keys["gov"]), ak, bk, sk, dk, router, govtypes.DefaultConfig(), authority)
	gk.SetLegacyRouter(govv1beta1.NewRouter().AddRoute("gov", govv1beta1.ProposalHandler))
	banktypes.RegisterMsgServer(router, bankkeeper.NewMsgServerImpl(bk))
	stakingtypes.RegisterMsgServer(router, stakingkeeper.NewMsgServerImpl(sk))
	distrtypes.RegisterMsgServer(router, distrkeeper.NewMsgServerImpl(dk))
	govv1.RegisterMsgServer(router, govkeeper.NewMsgServerImpl(gk))
	govv1beta1.RegisterMsgServer(router, govkeeper.NewLegacyMsgServerImpl(authority, govkeeper.NewMsgServerImpl(gk)))
	qr := baseapp.NewGRPCQueryRouter()
	qr.SetInterfaceRegistry(reg)
	stakingtypes.RegisterQueryServer(qr, stakingkeeper.NewQuerier(sk))
	distrtypes.RegisterQueryServer(qr, distrkeeper.NewQuerier(dk))
	govv1.RegisterQueryServer(qr, govkeeper.NewQueryServer(gk))
	govv1beta1.RegisterQueryServer(qr, govkeeper.NewLegacyQueryServer(gk))

	r := &Rec{ctx: ctx, keys: keys, router: router, qr: qr, cdc: cdc, sk: sk, dk: dk, gk: gk}

	// genesis
	const denom = "untrn"
	vals := []stakingtypes.Validator{}
	dels := []stakingtypes.Delegation{}
	bonded := math.ZeroInt()
	rates := []string{"0.100000000000000000", "0.050000000000000000", "0.000000000000000000"}
	tokens := []int64{5_000_000, 3_000_003, 2_000_000}
	valAddrs := []string{}
	for i := 0; i < 3; i++ {
		pk := ed25519.GenPrivKeyFromSecret([]byte{byte(i)}).PubKey()
		op := sdk.ValAddress(addr(byte(0x40 + i)))
		v, err := stakingtypes.NewValidator(op.String(), pk, stakingtypes.Description{Moniker: fmt.Sprintf("val%d", i), Details: "d"})
		check(err)
		v.Status = stakingtypes.Bonded
		v.Tokens = math.NewInt(tokens[i])
		v.DelegatorShares = math.LegacyNewDec(tokens[i])
		v.Commission = stakingtypes.NewCommissionWithTime(math.LegacyMustNewDecFromStr(rates[i]), math.LegacyMustNewDecFromStr("0.2"), math.LegacyMustNewDecFromStr("0.01"), time.Unix(1500000000, 0).UTC())
		vals = append(vals, v)
		valAddrs = append(valAddrs, op.String())
		dels = append(dels, stakingtypes.NewDelegation(sdk.AccAddress(op).String(), op.String(), math.LegacyNewDec(tokens[i])))
		bonded = bonded.AddRaw(tokens[i])
	}
	alice, bob, carol := addr(1), addr(2), addr(3)
	stParams := stakingtypes.DefaultParams()
	stParams.BondDenom = denom
	stParams.HistoricalEntries = 0
	stParams.MaxEntries = 3
	stGen := stakingtypes.NewGenesisState(stParams, vals, dels)
	accs := authtypes.GenesisAccounts{}
	for _, a := range []sdk.AccAddress{alice, bob, carol} {
		accs = append(accs, authtypes.NewBaseAccountWithAddress(a))
	}
	authGen := authtypes.NewGenesisState(authtypes.DefaultParams(), accs)
	bal := func(a sdk.AccAddress, c ...sdk.Coin) banktypes.Balance {
		return banktypes.Balance{Address: a.String(), Coins: sdk.NewCoins(c...)}
	}
	fees := authtypes.NewModuleAddress(authtypes.FeeCollectorName)
	bankGen := banktypes.NewGenesisState(banktypes.DefaultParams(), []banktypes.Balance{
		bal(alice, sdk.NewInt64Coin(denom, 100_000_000), sdk.NewInt64Coin("uatom", 5_000)),
		bal(bob, sdk.NewInt64Coin(denom, 50_000_000)),
		bal(fees, sdk.NewInt64Coin(denom, 1_000_003), sdk.NewInt64Coin("uatom", 77)),
		bal(authtypes.NewModuleAddress(stakingtypes.BondedPoolName), sdk.NewCoin(denom, bonded)),
	}, nil, nil, nil)
	distrGen := distrtypes.DefaultGenesisState()
	govGen := govv1.DefaultGenesisState()
	govGen.Params.MinDeposit = sdk.NewCoins(sdk.NewInt64Coin(denom, 1_000_000))
	govGen.Params.ExpeditedMinDeposit = sdk.NewCoins(sdk.NewInt64Coin(denom, 5_000_000))
	ak.InitGenesis(ctx, *authGen)
	bk.InitGenesis(ctx, bankGen)
	dk.InitGenesis(ctx, *distrGen)
	sk.InitGenesis(ctx, stGen)
	gov.InitGenesis(ctx, ak, bk, gk, govGen)
	r.last = map[string]recording.Rows{}
	genesis := map[string]json.RawMessage{
		"auth": cdc.MustMarshalJSON(authGen), "bank": cdc.MustMarshalJSON(bankGen), "distribution": cdc.MustMarshalJSON(distrGen),
		"staking": cdc.MustMarshalJSON(stGen), "gov": cdc.MustMarshalJSON(govGen),
	}
	r.steps = append(r.steps, Step{Name: "genesis", Kind: "genesis", State: r.diff()})
	coin := func(n int64) sdk.Coin { return sdk.NewInt64Coin(denom, n) }
	script(r, coin, alice, bob, carol, valAddrs)

	// the whole state at the end, exported
	export := map[string]json.RawMessage{
		"distribution": cdc.MustMarshalJSON(dk.ExportGenesis(r.ctx)),
		"staking":      cdc.MustMarshalJSON(sk.ExportGenesis(r.ctx)),
	}
	gg, err := gov.ExportGenesis(r.ctx, gk)
	check(err)
	export["gov"] = cdc.MustMarshalJSON(gg)
	write(os.Args[1], genesis, perms, export, r.steps)
}

// write puts one step on a line, so that changes can be read.
func write(file string, genesis map[string]json.RawMessage, perms map[string][]string, export map[string]json.RawMessage, steps []Step) {
	head, err := json.Marshal(map[string]any{"genesis": genesis, "module_accounts": perms, "export": export})
	check(err)
	var out bytes.Buffer
	out.Write(head[:len(head)-1])
	out.WriteString(",\n\"steps\":[\n")
	for i, step := range steps {
		line, err := json.Marshal(step)
		check(err)
		if i > 0 {
			out.WriteString(",\n")
		}
		out.Write(line)
	}
	out.WriteString("\n]}\n")
	check(os.WriteFile(file, out.Bytes(), 0o644))
}
