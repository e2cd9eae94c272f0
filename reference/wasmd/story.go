package main

import (
	"fmt"
	"time"

	storetypes "cosmossdk.io/store/types"
	abci "github.com/cometbft/cometbft/abci/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/gogoproto/proto"
	clientv2types "github.com/cosmos/ibc-go/v10/modules/core/02-client/v2/types"
	types "github.com/cosmos/ibc-go/v10/modules/core/04-channel/v2/types"

	"sudobox/reference/recording"
)

// Two clients of the chain itself, each the counterparty of the other. One byte stands for a proof, and the chain reads its own store.
const here, there = "09-localhost-0", "09-localhost-1"

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

// tell begins a story in which the clients are paired.
func (c *Chain) tell(name string) *Rec {
	ctx, _ := c.start.CacheContext()
	r := &Rec{Chain: c, ctx: ctx, story: &Story{Name: name}, last: c.base}
	recorded = append(recorded, r.story)
	r.put("paired", func(ctx sdk.Context) {
		for client, other := range map[string]string{here: there, there: here} {
			r.IBCKeeper.ClientV2Keeper.SetClientCounterparty(ctx, client,
				clientv2types.NewCounterpartyInfo([][]byte{[]byte("ibc"), {}}, other))
			r.IBCKeeper.ChannelKeeperV2.SetNextSequenceSend(ctx, client, 1)
		}
	})
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

// put writes rows without a message.
func (r *Rec) put(name string, write func(sdk.Context)) {
	write(r.ctx.WithGasMeter(storetypes.NewInfiniteGasMeter()).WithEventManager(sdk.NewEventManager()))
	r.add(&recording.Step{Name: name, Kind: "put"})
}

// block moves the time of the steps after it.
func (r *Rec) block(height int64, after time.Duration) {
	now := startTime.Add(after)
	r.ctx = at(r.ctx, height, now)
	r.add(&recording.Step{Name: fmt.Sprint("block ", height), Kind: "block", Height: height, TimeNs: fmt.Sprint(now.UnixNano())})
}

// msg sends a message through the router, and gives the packets that were sent meanwhile.
func (r *Rec) msg(name string, msg sdk.Msg) []types.Packet {
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
	return sentIn(emitted)
}
