// Program comet writes down what a CometBFT node answers about its consensus between two blocks.
package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"time"

	"github.com/cometbft/cometbft/abci/example/kvstore"
	"github.com/cometbft/cometbft/config"
	"github.com/cometbft/cometbft/crypto/ed25519"
	cmtjson "github.com/cometbft/cometbft/libs/json"
	"github.com/cometbft/cometbft/libs/log"
	"github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"
	"github.com/cometbft/cometbft/proxy"
	rpc "github.com/cometbft/cometbft/rpc/client/local"
	"github.com/cometbft/cometbft/types"
)

// Recording is the content of the file: answers of one moment.
type Recording struct {
	Program string   `json:"program"`
	Moments []Moment `json:"moments"`
}

// Moment is what a node, or a round state made by hand, has at one time.
type Moment struct {
	Name           string          `json:"name"`
	TimeoutCommit  time.Duration   `json:"timeout_commit"`
	Commit         json.RawMessage `json:"commit"`
	Validators     json.RawMessage `json:"validators"`
	LastValidators json.RawMessage `json:"last_validators"`
	Simple         json.RawMessage `json:"consensus_state"`
	Dump           json.RawMessage `json:"dump_consensus_state"`
}

func main() {
	r := Recording{Program: "reference/comet: cometbft v0.38.21"}
	r.Moments = append(r.Moments, ofNode(), ofFour())
	bz, err := json.MarshalIndent(r, "", " ")
	check(err)
	check(os.WriteFile(os.Args[1], append(bz, '\n'), 0o644))
}

// ofNode asks a node of one validator after its second block.
func ofNode() Moment {
	home, err := os.MkdirTemp("", "comet")
	check(err)
	defer os.RemoveAll(home)
	n, timeout := start(home)
	defer func() { check(n.Stop()) }()
	client, ctx := rpc.New(n), context.Background()
	for {
		simple, err := client.ConsensusState(ctx)
		check(err)
		if !strings.Contains(string(simple.RoundState), `"height/round/step":"3/0/1"`) {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		last, height := int64(2), int64(3)
		commit, err := client.Commit(ctx, &last)
		check(err)
		before, err := client.Validators(ctx, &last, nil, nil)
		check(err)
		validators, err := client.Validators(ctx, &height, nil, nil)
		check(err)
		dump, err := client.DumpConsensusState(ctx)
		check(err)
		return Moment{Name: "a node", TimeoutCommit: timeout, Commit: text(commit), Validators: text(validators), LastValidators: text(before),
			Simple: text(simple), Dump: text(dump)}
	}
}

func start(home string) (*node.Node, time.Duration) {
	c := config.TestConfig().SetRoot(home)
	c.DBBackend = "memdb"
	c.P2P.ListenAddress, c.RPC.ListenAddress = "tcp://127.0.0.1:0", ""
	c.Consensus.TimeoutCommit, c.Consensus.SkipTimeoutCommit = 3*time.Second, false
	config.EnsureRoot(home)
	key := ed25519.GenPrivKeyFromSecret([]byte("validator"))
	pv := privval.NewFilePV(key, c.PrivValidatorKeyFile(), c.PrivValidatorStateFile())
	pv.Save()
	genesis := types.GenesisDoc{ChainID: "comet-1", GenesisTime: time.Unix(1_767_225_600, 0).UTC(), ConsensusParams: types.DefaultConsensusParams(),
		Validators: []types.GenesisValidator{{PubKey: key.PubKey(), Power: 10}}}
	check(genesis.SaveAs(c.GenesisFile()))
	nodeKey := &p2p.NodeKey{PrivKey: ed25519.GenPrivKeyFromSecret([]byte("node"))}
	n, err := node.NewNode(c, pv, nodeKey, proxy.NewLocalClientCreator(kvstore.NewInMemoryApplication()),
		node.DefaultGenesisDocProviderFunc(c), config.DefaultDBProvider, node.DefaultMetricsProvider(c.Instrumentation), log.NewNopLogger())
	check(err)
	check(n.Start())
	return n, c.Consensus.TimeoutCommit
}

func text(value any) json.RawMessage {
	bz, err := cmtjson.Marshal(value)
	check(err)
	return bz
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
