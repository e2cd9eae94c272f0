package main

import (
	"fmt"
	"time"

	storetypes "cosmossdk.io/store/types"
	wasmtypes "github.com/CosmWasm/wasmd/x/wasm/types"
	abci "github.com/cometbft/cometbft/abci/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/gogoproto/proto"

	"sudobox/reference/recording"
)

type Story struct {
	Name  string            `json:"name"`
	Steps []*recording.Step `json:"steps"`
}

var recorded []*Story

// Rec is a branch of the chain's state whose every step is written down.
type Rec struct {
	*Chain
	ctx   sdk.Context
	story *Story
	last  map[string]recording.Rows
}

func (c *Chain) tell(name string) *Rec {
	ctx, _ := c.start.CacheContext()
	r := &Rec{Chain: c, ctx: ctx, story: &Story{Name: name}, last: c.base}
	recorded = append(recorded, r.story)
	return r
}

func (r *Rec) add(step *recording.Step) {
	now := r.rows(r.ctx)
	step.State = map[string]map[string]*string{}
	for name := range now {
		if changed := recording.Changes(r.last[name], now[name]); len(changed) > 0 {
			step.State[name] = changed
		}
	}
	r.last = now
	r.story.Steps = append(r.story.Steps, step)
}

// count sets what a contract counts down.
func (r *Rec) count(contract sdk.AccAddress, key string, n byte) {
	store := r.ctx.WithGasMeter(storetypes.NewInfiniteGasMeter()).KVStore(r.keys[wasmtypes.StoreKey])
	store.Set(append(wasmtypes.GetContractStorePrefix(contract), key...), []byte{n})
	r.add(&recording.Step{Name: fmt.Sprintf("%s is %d", key, n), Kind: "put"})
}

// block moves the time of the steps after it.
func (r *Rec) block(height int64, after time.Duration) {
	now := startTime.Add(after)
	r.ctx = at(r.ctx, height, now)
	r.add(&recording.Step{Name: fmt.Sprint("block ", height), Kind: "block", Height: height, TimeNs: fmt.Sprint(now.UnixNano())})
}

// msg sends a message through the router, and gives its events.
func (r *Rec) msg(name string, msg sdk.Msg) []abci.Event {
	value, err := proto.Marshal(msg)
	check(err)
	step := &recording.Step{Name: name, Kind: "message", Type: sdk.MsgTypeURL(msg), Value: recording.Base64(value)}
	var emitted []abci.Event
	step.Run(r.ctx, true, func(ctx sdk.Context) ([]byte, []abci.Event, error) {
		res, err := r.MsgServiceRouter().Handler(msg)(ctx, msg)
		if err != nil {
			return nil, nil, err
		}
		emitted = res.Events
		return res.Data, res.Events, nil
	})
	r.add(step)
	return emitted
}

// execute sends a message to a contract, which is the contract's response.
func (r *Rec) execute(name string, contract sdk.AccAddress, response string) []abci.Event {
	return r.msg(name, &wasmtypes.MsgExecuteContract{Sender: alice.String(), Contract: contract.String(), Msg: []byte(response)})
}
