package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"cosmossdk.io/core/header"
	storetypes "cosmossdk.io/store/types"
	upgradetypes "cosmossdk.io/x/upgrade/types"
	abci "github.com/cometbft/cometbft/abci/types"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/codec"
	codectestutil "github.com/cosmos/cosmos-sdk/codec/testutil"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/runtime"
	"github.com/cosmos/cosmos-sdk/std"
	"github.com/cosmos/cosmos-sdk/testutil"
	sdk "github.com/cosmos/cosmos-sdk/types"
	ibc "github.com/cosmos/ibc-go/v10/modules/core"
	clientkeeper "github.com/cosmos/ibc-go/v10/modules/core/02-client/keeper"
	clienttypes "github.com/cosmos/ibc-go/v10/modules/core/02-client/types"
	clientv2types "github.com/cosmos/ibc-go/v10/modules/core/02-client/v2/types"
	channeltypes "github.com/cosmos/ibc-go/v10/modules/core/04-channel/types"
	channelv2types "github.com/cosmos/ibc-go/v10/modules/core/04-channel/v2/types"
	porttypes "github.com/cosmos/ibc-go/v10/modules/core/05-port/types"
	"github.com/cosmos/ibc-go/v10/modules/core/api"
	"github.com/cosmos/ibc-go/v10/modules/core/exported"
	ibckeeper "github.com/cosmos/ibc-go/v10/modules/core/keeper"
	ibctypes "github.com/cosmos/ibc-go/v10/modules/core/types"
	ibctm "github.com/cosmos/ibc-go/v10/modules/light-clients/07-tendermint"

	"sudobox/reference/recording"
)

type Step = recording.Step

type Story struct {
	Name  string
	Steps []Step
}

// Rec is a chain of IBC alone, whose every step is written down.
type Rec struct {
	ctx    sdk.Context
	key    *storetypes.KVStoreKey
	router *baseapp.MsgServiceRouter
	qr     *baseapp.GRPCQueryRouter
	reg    codectypes.InterfaceRegistry
	cdc    *codec.ProtoCodec
	keeper *ibckeeper.Keeper
	story  *Story
	last   recording.Rows
}

var recorded []*Story

const chainID = "chain-a-1"

var startTime = time.Unix(1_700_000_000, 0).UTC()

func cfgPrefix() {
	cfg := sdk.GetConfig()
	cfg.SetBech32PrefixForAccount("neutron", "neutronpub")
	alice, bob, authority = addr(1).String(), addr(2).String(), addr(9).String()
}

func addr(b byte) sdk.AccAddress { return bytes.Repeat([]byte{b}, 20) }

var alice, bob, authority string

// noUpgrades is a chain that plans none.
type noUpgrades struct{ text string }

func (noUpgrades) GetUpgradePlan(context.Context) (upgradetypes.Plan, error) {
	return upgradetypes.Plan{}, upgradetypes.ErrNoUpgradePlanFound
}
func (noUpgrades) GetUpgradedClient(context.Context, int64) ([]byte, error) {
	return nil, upgradetypes.ErrNoUpgradedClientFound
}
func (noUpgrades) SetUpgradedClient(context.Context, int64, []byte) error { return nil }
func (noUpgrades) GetUpgradedConsensusState(context.Context, int64) ([]byte, error) {
	return nil, upgradetypes.ErrNoUpgradedConsensusStateFound
}
func (noUpgrades) SetUpgradedConsensusState(context.Context, int64, []byte) error { return nil }
func (noUpgrades) ScheduleUpgrade(context.Context, upgradetypes.Plan) error       { return nil }

// tell begins a story: a chain after its genesis.
func tell(name string) *Rec {
	reg := codectestutil.CodecOptions{AccAddressPrefix: "neutron", ValAddressPrefix: "neutronvaloper"}.NewInterfaceRegistry()
	std.RegisterInterfaces(reg)
	ibctypes.RegisterInterfaces(reg)
	ibctm.RegisterInterfaces(reg)
	cdc := codec.NewProtoCodec(reg)
	key := storetypes.NewKVStoreKey("ibc")
	ctx := testutil.DefaultContextWithKeys(map[string]*storetypes.KVStoreKey{"ibc": key}, nil, nil)
	service := runtime.NewKVStoreService(key)
	keeper := ibckeeper.NewKeeper(cdc, service, nil, noUpgrades{"none"}, authority)
	keeper.ClientKeeper.AddRoute(ibctm.ModuleName, ibctm.NewLightClientModule(cdc, keeper.ClientKeeper.GetStoreProvider()))
	keeper.SetRouter(porttypes.NewRouter().AddRoute("echo", echo{}))
	keeper.SetRouterV2(api.NewRouter().AddPrefixRoute("echo", echo2{}))
	router := baseapp.NewMsgServiceRouter()
	router.SetInterfaceRegistry(reg)
	clienttypes.RegisterMsgServer(router, keeper)
	clientv2types.RegisterMsgServer(router, keeper)
	channeltypes.RegisterMsgServer(router, keeper)
	channelv2types.RegisterMsgServer(router, keeper.ChannelKeeperV2)
	qr := baseapp.NewGRPCQueryRouter()
	qr.SetInterfaceRegistry(reg)
	clienttypes.RegisterQueryServer(qr, clientkeeper.NewQueryServer(keeper.ClientKeeper))
	r := &Rec{ctx: ctx, key: key, router: router, qr: qr, reg: reg, cdc: cdc, keeper: keeper, story: &Story{Name: name}}
	r.at(0, startTime)
	ibc.InitGenesis(r.ctx, *keeper, ibctypes.DefaultGenesisState())
	r.last = r.dump()
	r.block(10, startTime)
	recorded = append(recorded, r.story)
	return r
}

func (r *Rec) at(height int64, t time.Time) {
	r.ctx = r.ctx.WithChainID(chainID).WithBlockHeader(cmtproto.Header{ChainID: chainID, Height: height, Time: t}).
		WithHeaderInfo(header.Info{ChainID: chainID, Height: height, Time: t}).WithGasMeter(storetypes.NewInfiniteGasMeter())
}

func (r *Rec) block(height int64, t time.Time) {
	r.at(height, t)
	r.add(Step{Name: fmt.Sprintf("block %d", height), Kind: "block", Height: height, TimeNs: fmt.Sprint(t.UnixNano())})
}

func (r *Rec) add(step Step) { r.story.Steps = append(r.story.Steps, step) }

func (r *Rec) dump() recording.Rows { return recording.RowsOf(r.ctx, r.key) }

func (r *Rec) diff() map[string]map[string]*string {
	before := r.last
	r.last = r.dump()
	return map[string]map[string]*string{"ibc": recording.Changes(before, r.last)}
}

// run lets a step happen, and writes down what came of it.
func (r *Rec) run(step Step, keep bool, act func(sdk.Context) ([]byte, []abci.Event, error)) {
	step.Run(r.ctx, keep, act)
	if keep {
		step.State = r.diff()
	}
	r.add(step)
}

// msg runs a message as a chain would that reads it from a transaction. It returns whether it was taken.
func (r *Rec) msg(name string, m sdk.Msg) {
	packed, err := codectypes.NewAnyWithValue(m)
	check(err)
	step := Step{Name: name, Kind: "message", Type: packed.TypeUrl, Value: base64Of(packed.Value)}
	read := &codectypes.Any{TypeUrl: packed.TypeUrl, Value: packed.Value}
	var msg sdk.Msg
	check(r.reg.UnpackAny(read, &msg))
	r.run(step, true, func(ctx sdk.Context) ([]byte, []abci.Event, error) {
		res, err := r.router.Handler(msg)(ctx, msg)
		if err != nil {
			return nil, nil, err
		}
		return res.Data, append([]abci.Event{}, res.Events...), nil
	})
}

var (
	base64Of = recording.Base64
	check    = recording.Check
)

func marshal(m recording.Marshaler) []byte { return recording.Marshal(m) }

func (r *Rec) query(name string, path string, req recording.Marshaler) {
	bz := marshal(req)
	step := Step{Name: name, Kind: "query", Path: path, Value: base64Of(bz)}
	r.run(step, false, func(ctx sdk.Context) ([]byte, []abci.Event, error) {
		res, err := r.qr.Route(path)(ctx, &abci.RequestQuery{Data: bz})
		if err != nil {
			return nil, nil, err
		}
		return res.Value, nil, nil
	})
}

// put writes rows straight into the store; nil deletes.
func (r *Rec) put(name string, rows map[string][]byte) {
	store := r.ctx.KVStore(r.key)
	for key, value := range rows {
		if value == nil {
			store.Delete([]byte(key))
		} else {
			store.Set([]byte(key), value)
		}
	}
	r.add(Step{Name: name, Kind: "put", State: r.diff()})
}

// set writes rows by a keeper.
func (r *Rec) set(name string, write func(sdk.Context)) {
	write(r.ctx)
	r.add(Step{Name: name, Kind: "put", State: r.diff()})
}

func (r *Rec) rowOf(key string) []byte { return r.ctx.KVStore(r.key).Get([]byte(key)) }

// send lets the application send a packet.
func (r *Rec) send(name string, p channeltypes.Packet) {
	r.run(Step{Name: name, Kind: "send", Value: base64Of(marshal(&p))}, true, func(ctx sdk.Context) ([]byte, []abci.Event, error) {
		sequence, err := r.keeper.ChannelKeeper.SendPacket(ctx, p.SourcePort, p.SourceChannel, p.TimeoutHeight, p.TimeoutTimestamp, p.Data)
		return []byte(fmt.Sprint(sequence)), nil, err
	})
}

// writeAck lets the application acknowledge a packet by itself.
func (r *Rec) writeAck(name string, p channeltypes.Packet, bz []byte) {
	ack := base64Of(bz)
	r.run(Step{Name: name, Kind: "ack", Value: base64Of(marshal(&p)), Ack: &ack}, true, func(ctx sdk.Context) ([]byte, []abci.Event, error) {
		return nil, nil, r.keeper.ChannelKeeper.WriteAcknowledgement(ctx, p, answer{bz, true})
	})
}

// member asks a client for the proof of a value, or with an empty value for the proof that nothing is there.
func (r *Rec) member(name string, q *clienttypes.QueryVerifyMembershipRequest) {
	r.run(Step{Name: name, Kind: "member", Value: base64Of(marshal(q))}, false, func(ctx sdk.Context) ([]byte, []abci.Event, error) {
		ck := r.keeper.ClientKeeper
		if len(q.Value) == 0 {
			return nil, nil, ck.VerifyNonMembership(ctx, q.ClientId, q.ProofHeight, q.TimeDelay, q.BlockDelay, q.Proof, q.MerklePath)
		}
		return nil, nil, ck.VerifyMembership(ctx, q.ClientId, q.ProofHeight, q.TimeDelay, q.BlockDelay, q.Proof, q.MerklePath, q.Value)
	})
}

// verify asks a client for a header or evidence that has not passed ValidateBasic.
func (r *Rec) verify(name string, client string, m exported.ClientMessage) {
	packed, err := clienttypes.PackClientMessage(m)
	check(err)
	step := Step{Name: name, Kind: "verify", Path: client, Type: packed.TypeUrl, Value: base64Of(packed.Value)}
	var read exported.ClientMessage
	check(r.reg.UnpackAny(&codectypes.Any{TypeUrl: packed.TypeUrl, Value: packed.Value}, &read))
	module, err := r.keeper.ClientKeeper.Route(r.ctx, client)
	check(err)
	r.run(step, false, func(ctx sdk.Context) ([]byte, []abci.Event, error) {
		return nil, nil, module.VerifyClientMessage(ctx, client, read)
	})
}

func (r *Rec) genesis() json.RawMessage {
	return r.cdc.MustMarshalJSON(ibc.ExportGenesis(r.ctx, *r.keeper))
}

// export writes the state down as genesis.
func (r *Rec) export(name string) { r.add(Step{Name: name, Kind: "export", Genesis: r.genesis()}) }

// begin starts a chain with a genesis.
func (r *Rec) begin(name string, state json.RawMessage) {
	var genesis ibctypes.GenesisState
	r.cdc.MustUnmarshalJSON(state, &genesis)
	check(genesis.Validate())
	ibc.InitGenesis(r.ctx, *r.keeper, &genesis)
	r.add(Step{Name: name, Kind: "genesis", Genesis: state, State: r.diff()})
}
