package main

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"

	errorsmod "cosmossdk.io/errors"
	storetypes "cosmossdk.io/store/types"
	wasmkeeper "github.com/CosmWasm/wasmd/x/wasm/keeper"
	wasmvmtypes "github.com/CosmWasm/wasmvm/v3/types"
	abci "github.com/cometbft/cometbft/abci/types"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/neutron-org/neutron/v11/wasmbinding"
	"github.com/neutron-org/neutron/v11/x/contractmanager"

	"sudobox/reference/recording"
)

// gas sets the limit of the next step.
func (r *Rec) gas(limit uint64) *Rec { r.limit = limit; return r }

// dropped lets the next step's writes be dropped.
func (r *Rec) dropped() *Rec { r.drops = true; return r }

// act does a step. It may add to what is expected.
type act func(ctx sdk.Context, expect Fields) error

// step does something on a branch of the state under a fresh meter, and notes what came of it.
func (r *Rec) step(name string, do Fields, act act) {
	limit, drops := r.limit, r.drops
	r.limit, r.drops = 50_000_000, false
	meter := storetypes.NewGasMeter(limit)
	emitted := sdk.NewEventManager()
	branch, write := r.ctx.CacheContext()
	expect := Fields{}
	done := attempt(branch.WithGasMeter(meter).WithEventManager(emitted), expect, act)
	expect["gas_used"] = meter.GasConsumed()
	expect["state_rows"] = Stores{}
	if done {
		expect["ok"] = true
		expect["events"] = eventsOf(emitted.ABCIEvents())
		now := r.rows(branch)
		expect["state_rows"] = changes(r.last, now)
		if !drops {
			write()
			r.last = now
		}
	}
	r.story.Steps = append(r.story.Steps, Step{Name: name, Do: do, GasLimit: limit, Commit: done && !drops, Expect: expect})
}

func attempt(ctx sdk.Context, expect Fields, act act) (done bool) {
	defer func() {
		if p := recover(); p != nil {
			clear(expect)
			expect["panic"] = panicOf(p)
			done = false
		}
	}()
	err := act(ctx, expect)
	if err == nil {
		return true
	}
	clear(expect)
	codespace, code, _ := errorsmod.ABCIInfo(err, false)
	expect["error"] = recording.Err{Codespace: codespace, Code: code, Text: plain(err.Error())}
	return false
}

func panicOf(p any) Fields {
	if out, ok := p.(storetypes.ErrorOutOfGas); ok {
		return Fields{"kind": "out_of_gas", "descriptor": out.Descriptor}
	}
	text := fmt.Sprint(p)
	if err, ok := p.(error); ok {
		text = plain(err.Error())
	}
	return Fields{"kind": "go_panic", "text": text}
}

// data notes what a contract or query answered.
func data(expect Fields, bz []byte) {
	if bz == nil {
		expect["data_base64"] = nil
		return
	}
	expect["data_base64"] = base64.StdEncoding.EncodeToString(bz)
	if utf8.Valid(bz) {
		expect["data_utf8"] = string(bz)
	}
}

// msg sends a message as baseapp does after it decoded it.
func (r *Rec) msg(name string, m proto.Message) {
	packed, err := codectypes.NewAnyWithValue(m)
	check(err)
	readable, err := r.AppCodec().MarshalJSON(m)
	check(err)
	var msg sdk.Msg
	check(r.AppCodec().InterfaceRegistry().UnpackAny(&codectypes.Any{TypeUrl: packed.TypeUrl, Value: packed.Value}, &msg))
	do := Fields{"kind": "msg", "type_url": packed.TypeUrl, "value_base64": recording.Base64(packed.Value), "readable_utf8": string(readable)}
	r.step(name, do, func(ctx sdk.Context, expect Fields) error {
		res, err := r.MsgServiceRouter().Handler(msg)(ctx, msg)
		if err != nil {
			return err
		}
		for _, event := range res.Events {
			ctx.EventManager().EmitEvent(sdk.Event(event))
		}
		expect["response_proto_base64"] = recording.Base64(res.MsgResponses[0].Value)
		return nil
	})
}

func (r *Rec) execute(name string, contract, sender sdk.AccAddress, msg string, funds ...sdk.Coin) {
	do := Fields{"kind": "execute", "contract": contract.String(), "sender": sender.String(), "msg_utf8": msg, "funds": pairs(funds)}
	r.step(name, do, func(ctx sdk.Context, expect Fields) error {
		bz, err := r.ContractKeeper.Execute(ctx, contract, sender, []byte(msg), funds)
		data(expect, bz)
		return err
	})
}

func (r *Rec) sudo(name string, contract sdk.AccAddress, msg string) {
	do := Fields{"kind": "sudo", "contract": contract.String(), "msg_utf8": msg}
	r.step(name, do, func(ctx sdk.Context, expect Fields) error {
		bz, err := r.ContractKeeper.Sudo(ctx, contract, []byte(msg))
		data(expect, bz)
		return err
	})
}

// wrapped calls a contract under the contract manager's limit.
func (r *Rec) wrapped(name string, contract sdk.AccAddress, msg string) {
	do := Fields{"kind": "sudo_wrapped", "contract": contract.String(), "msg_utf8": msg}
	r.step(name, do, func(ctx sdk.Context, expect Fields) error {
		bz, err := contractmanager.NewSudoLimitWrapper(r.ContractManagerKeeper, &r.WasmKeeper).Sudo(ctx, contract, []byte(msg))
		data(expect, bz)
		return err
	})
}

func (r *Rec) query(name string, contract sdk.AccAddress, msg string) {
	do := Fields{"kind": "query", "contract": contract.String(), "msg_utf8": msg}
	r.dropped().step(name, do, func(ctx sdk.Context, expect Fields) error {
		bz, err := r.WasmKeeper.QuerySmart(ctx, contract, []byte(msg))
		data(expect, bz)
		return err
	})
}

func (r *Rec) send(name string, from, to sdk.AccAddress, coins ...sdk.Coin) {
	do := Fields{"kind": "bank_send", "from": from.String(), "to": to.String(), "amount": pairs(coins)}
	r.step(name, do, func(ctx sdk.Context, _ Fields) error { return r.BankKeeper.SendCoins(ctx, from, to, coins) })
}

// grpc asks as a contract does by a gRPC query: only allowed paths.
func (r *Rec) grpc(name, path string, req proto.Message) {
	bz, err := proto.Marshal(req)
	check(err)
	do := Fields{"kind": "grpc_query", "path": path, "request_base64": recording.Base64(bz)}
	r.dropped().step(name, do, func(ctx sdk.Context, expect Fields) error {
		accepted := wasmbinding.AcceptedStargateQueries()
		res, err := wasmkeeper.AcceptListGrpcQuerier(accepted, r.GRPCQueryRouter(), r.AppCodec())(ctx, &wasmvmtypes.GrpcQuery{Path: path, Data: bz})
		if err != nil {
			return err
		}
		answer, err := r.AppCodec().Marshal(res)
		expect["response_base64"] = recording.Base64(answer)
		if readable, err := r.AppCodec().MarshalJSON(res); err == nil {
			expect["response_utf8"] = string(readable)
		}
		return err
	})
}

// stargate asks as a contract does by a Stargate query, whose answer is JSON.
func (r *Rec) stargate(name, path string, req proto.Message) {
	bz, err := proto.Marshal(req)
	check(err)
	do := Fields{"kind": "stargate_query", "path": path, "request_base64": recording.Base64(bz)}
	r.dropped().step(name, do, func(ctx sdk.Context, expect Fields) error {
		accepted := wasmbinding.AcceptedStargateQueries()
		answer, err := wasmkeeper.AcceptListStargateQuerier(accepted, r.GRPCQueryRouter(), r.AppCodec())(ctx, &wasmvmtypes.StargateQuery{Path: path, Data: bz})
		data(expect, answer)
		return err
	})
}

// custom asks the chain's own query plug-in.
func (r *Rec) custom(name, query string) {
	do := Fields{"kind": "custom_query", "query_utf8": query}
	r.dropped().step(name, do, func(ctx sdk.Context, expect Fields) error {
		plugin := wasmbinding.NewQueryPlugin(&r.InterchainTxsKeeper, &r.InterchainQueriesKeeper, r.FeeKeeper, r.TokenFactoryKeeper,
			&r.ContractManagerKeeper, &r.DexKeeper, r.OracleKeeper, r.MarketMapKeeper)
		bz, err := wasmbinding.CustomQuerier(plugin)(ctx, []byte(query))
		data(expect, bz)
		return err
	})
}

// setHeight and setTime move the block of the steps after them.
func (r *Rec) setHeight(height int64) {
	r.note("height "+strconv.FormatInt(height, 10), Fields{"kind": "set_height", "height": height})
	r.at(height, r.ctx.BlockTime())
}

func (r *Rec) setTime(at time.Time) {
	r.note("time "+at.Format(time.RFC3339), Fields{"kind": "set_time", "time_ns": strconv.FormatInt(at.UnixNano(), 10)})
	r.at(r.ctx.BlockHeight(), at)
}

func (r *Rec) note(name string, do Fields) {
	r.step(name, do, func(sdk.Context, Fields) error { return nil })
}

// putRow writes a row of a store without its module; nil deletes.
func (r *Rec) putRow(name, store string, key, value []byte) {
	var text any
	if value != nil {
		text = hex.EncodeToString(value)
	}
	rows := map[string]map[string]any{store: {hex.EncodeToString(key): text}}
	r.step(name, Fields{"kind": "put_rows", "rows": rows}, func(ctx sdk.Context, _ Fields) error {
		kv := ctx.WithGasMeter(storetypes.NewInfiniteGasMeter()).KVStore(r.keys[store])
		if value == nil {
			kv.Delete(key)
		} else {
			kv.Set(key, value)
		}
		return nil
	})
}

func hexOf(bz []byte) string { return hex.EncodeToString(bz) }

func bytesOf(text string) []byte {
	bz, err := hex.DecodeString(text)
	check(err)
	return bz
}

// routed asks the chain's query router, as clients of a node do.
func (r *Rec) routed(name, path string, req proto.Message) {
	bz, err := proto.Marshal(req)
	check(err)
	do := Fields{"kind": "module_query", "path": path, "request_base64": recording.Base64(bz)}
	r.dropped().step(name, do, func(ctx sdk.Context, expect Fields) error {
		res, err := r.GRPCQueryRouter().Route(path)(ctx, &abci.RequestQuery{Path: path, Data: bz})
		if err != nil {
			return err
		}
		expect["response_base64"] = recording.Base64(res.Value)
		return nil
	})
}
