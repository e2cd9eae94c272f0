// Command proposers writes who proposes each block, and what a node answers that is asked for the validators of its height.
package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	dbm "github.com/cometbft/cometbft-db"
	"github.com/cometbft/cometbft/crypto/ed25519"
	sm "github.com/cometbft/cometbft/state"
	"github.com/cometbft/cometbft/types"
)

// power is what an application says of a validator; 0 removes it.
type power struct {
	name  string
	power int64
}

type story struct {
	name    string
	first   int64
	blocks  int64
	genesis []power
	changes map[int64][]power
}

// row is [name, power, priority].
type row [3]string

type answer struct {
	Height     int64  `json:"height"`
	Proposer   string `json:"proposer"`
	Validators []row  `json:"validators"`
}

type recorded struct {
	Name    string                 `json:"name"`
	Genesis [][2]string            `json:"genesis"`
	Changes map[string][][2]string `json:"changes"`
	Answers []answer               `json:"answers"`
}

type names map[string]string

// validator has the key that Sudobox's namedValidator has.
func (n names) validator(p power) *types.Validator {
	key := ed25519.GenPrivKeyFromSecret([]byte("sudobox validator " + p.name)).PubKey()
	n[key.Address().String()] = p.name
	return types.NewValidator(key, p.power)
}

func (n names) validators(powers []power) []*types.Validator {
	all := make([]*types.Validator, len(powers))
	for i, p := range powers {
		all[i] = n.validator(p)
	}
	return all
}

func pairs(powers []power) [][2]string {
	all := make([][2]string, len(powers))
	for i, p := range powers {
		all[i] = [2]string{p.name, strconv.FormatInt(p.power, 10)}
	}
	return all
}

// record keeps the sets as state/execution.go updateState does, in a real store, and asks that.
func record(s story) recorded {
	known := names{}
	genesis := types.GenesisDoc{ChainID: "chain", GenesisTime: time.Unix(0, 0), InitialHeight: s.first}
	for _, v := range known.validators(s.genesis) {
		genesis.Validators = append(genesis.Validators, types.GenesisValidator{PubKey: v.PubKey, Power: v.VotingPower})
	}
	state, err := sm.MakeGenesisState(&genesis)
	must(err)
	store := sm.NewStore(dbm.NewMemDB(), sm.StoreOptions{})
	must(store.Save(state))

	out := recorded{Name: s.name, Genesis: pairs(s.genesis), Changes: map[string][][2]string{}}
	for height := s.first; height < s.first+s.blocks; height++ {
		loaded, err := store.LoadValidators(height)
		must(err)
		one := answer{Height: height, Proposer: known[state.Validators.GetProposer().Address.String()]}
		for _, v := range loaded.Validators {
			one.Validators = append(one.Validators, row{
				known[v.Address.String()], strconv.FormatInt(v.VotingPower, 10), strconv.FormatInt(v.ProposerPriority, 10),
			})
		}
		out.Answers = append(out.Answers, one)

		next := state.NextValidators.Copy()
		if changes := s.changes[height]; len(changes) > 0 {
			out.Changes[strconv.FormatInt(height, 10)] = pairs(changes)
			must(next.UpdateWithChangeSet(known.validators(changes)))
			state.LastHeightValidatorsChanged = height + 2
		}
		next.IncrementProposerPriority(1)
		state.LastBlockHeight = height
		state.LastValidators, state.Validators, state.NextValidators = state.Validators, state.NextValidators, next
		must(store.Save(state))
	}
	return out
}

var stories = []story{
	{
		name: "one validator", first: 1, blocks: 4,
		genesis: []power{{"a", 100}},
	},
	{
		name: "equal powers", first: 1, blocks: 6,
		genesis: []power{{"a", 10}, {"b", 10}, {"c", 10}},
	},
	{
		name: "unequal powers", first: 1, blocks: 12,
		genesis: []power{{"a", 1}, {"b", 7}, {"c", 20}, {"d", 972}},
	},
	{
		name: "validators come, change and leave", first: 1, blocks: 16,
		genesis: []power{{"a", 50}, {"b", 30}, {"c", 20}},
		changes: map[int64][]power{
			2:  {{"d", 40}},
			3:  {{"a", 10}},
			4:  {{"e", 25}, {"b", 0}},
			8:  {{"b", 30}},
			9:  {{"a", 10}},
			11: {{"c", 0}, {"d", 1}, {"f", 500}},
		},
	},
	{
		name: "most of the power leaves, and the distances shrink", first: 1, blocks: 12,
		genesis: []power{{"a", 1000000}, {"b", 999}, {"c", 7}, {"d", 3}},
		changes: map[int64][]power{
			1: {{"e", 3000001}},
			3: {{"a", 0}, {"e", 0}},
			6: {{"b", 1}},
		},
	},
	{
		// The priorities at 99,999 are not those by which the node chose its proposer.
		name: "from 100,000 on a node counts from there", first: 99_987, blocks: 18,
		genesis: []power{{"a", 100}, {"b", 763}, {"c", 15}, {"d", 17}},
		changes: map[int64][]power{99_990: {{"e", 656}}, 99_995: {{"b", 0}}, 100_001: {{"f", 2}}},
	},
	{
		name: "the greatest powers", first: 1, blocks: 8,
		genesis: []power{{"a", 1 << 58}, {"b", 1<<58 + 1}, {"c", 1}},
		changes: map[int64][]power{2: {{"d", 1<<59 - 3}}},
	},
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	rows := make([]string, len(stories))
	for i, s := range stories {
		text, err := json.Marshal(record(s))
		must(err)
		rows[i] = string(text)
	}
	fmt.Printf("{\"source\": \"github.com/cometbft/cometbft v0.38.21; written by reference/staking/proposers\", \"stories\": [\n%s\n]}\n",
		strings.Join(rows, ",\n"))
}
