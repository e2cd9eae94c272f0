// Package recording writes down what steps on real keepers come to: gas, events, response, error, and what changed in the stores.
package recording

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"

	errorsmod "cosmossdk.io/errors"
	storetypes "cosmossdk.io/store/types"
	abci "github.com/cometbft/cometbft/abci/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
)

// Step is what was done, and what came of it.
type Step struct {
	Name    string                        `json:"name"`
	Kind    string                        `json:"kind"`
	Type    string                        `json:"type,omitempty"`
	Path    string                        `json:"path,omitempty"`
	Value   string                        `json:"value,omitempty"`
	Ack     *string                       `json:"ack,omitempty"`
	Height  int64                         `json:"height,omitempty"`
	TimeNs  string                        `json:"time_ns,omitempty"`
	Genesis json.RawMessage               `json:"genesis,omitempty"`
	Gas     uint64                        `json:"gas_used"`
	Events  []Event                       `json:"events,omitempty"`
	Data    string                        `json:"data,omitempty"`
	Error   *Err                          `json:"error,omitempty"`
	Panic   string                        `json:"panic,omitempty"`
	State   map[string]map[string]*string `json:"state,omitempty"`
}

type Err struct {
	Codespace string `json:"codespace"`
	Code      uint32 `json:"code"`
	Text      string `json:"text"`
}

type Event struct {
	Type       string      `json:"type"`
	Attributes [][2]string `json:"attributes"`
}

// Rows are the entries of a store, in hex.
type Rows = map[string]string

func RowsOf(ctx sdk.Context, key storetypes.StoreKey) Rows {
	rows := Rows{}
	it := ctx.WithGasMeter(storetypes.NewInfiniteGasMeter()).KVStore(key).Iterator(nil, nil)
	for ; it.Valid(); it.Next() {
		rows[hex.EncodeToString(it.Key())] = hex.EncodeToString(it.Value())
	}
	Check(it.Close())
	return rows
}

// Changes are the rows that are new or different, and nil for those that are gone.
func Changes(before, now Rows) map[string]*string {
	changed := map[string]*string{}
	for key, value := range now {
		if old, ok := before[key]; !ok || old != value {
			changed[key] = &value
		}
	}
	for key := range before {
		if _, ok := now[key]; !ok {
			changed[key] = nil
		}
	}
	return changed
}

func EventsOf(emitted []abci.Event) []Event {
	events := []Event{}
	for _, one := range emitted {
		event := Event{Type: one.Type, Attributes: [][2]string{}}
		for _, attribute := range one.Attributes {
			event.Attributes = append(event.Attributes, [2]string{attribute.Key, attribute.Value})
		}
		events = append(events, event)
	}
	return events
}

func Base64(bz []byte) string { return base64.StdEncoding.EncodeToString(bz) }

type Marshaler interface{ Marshal() ([]byte, error) }

func Marshal(m Marshaler) []byte {
	bz, err := m.Marshal()
	Check(err)
	return bz
}

// pointer is what Go prints of the place of a value in memory.
var pointer = regexp.MustCompile(`&\{\d+\}`)

// Run lets a step happen on a branch of the state, and notes what came of it. With keep the branch is written down when it succeeds.
func (step *Step) Run(ctx sdk.Context, keep bool, act func(sdk.Context) ([]byte, []abci.Event, error)) {
	cache, write := ctx.CacheContext()
	meter := storetypes.NewGasMeter(100_000_000)
	em := sdk.NewEventManager()
	cache = cache.WithGasMeter(meter).WithEventManager(em)
	func() {
		defer func() {
			if p := recover(); p != nil {
				step.Panic = fmt.Sprint(p)
				if err, ok := p.(error); ok {
					step.Panic = err.Error() // without the place in the source
				}
			}
		}()
		data, emitted, err := act(cache)
		if err != nil {
			codespace, code, _ := errorsmod.ABCIInfo(err, true)
			step.Error = &Err{codespace, code, pointer.ReplaceAllString(err.Error(), "&{0}")}
			return
		}
		if keep {
			write()
			if emitted == nil {
				emitted = em.ABCIEvents()
			}
			step.Events = EventsOf(emitted)
		}
		step.Data = Base64(data)
	}()
	step.Gas = meter.GasConsumed()
}

func Check(err error) {
	if err != nil {
		panic(err)
	}
}
