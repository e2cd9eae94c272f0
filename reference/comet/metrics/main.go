// Program metrics writes down the metrics that a CometBFT node of one validator serves after a few blocks: their names, types, help texts and labels.
package main

import (
	"context"
	"encoding/json"
	"os"
	"sort"
	"time"

	"github.com/cometbft/cometbft/abci/example/kvstore"
	"github.com/cometbft/cometbft/config"
	"github.com/cometbft/cometbft/crypto/ed25519"
	"github.com/cometbft/cometbft/libs/log"
	"github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"
	"github.com/cometbft/cometbft/proxy"
	rpc "github.com/cometbft/cometbft/rpc/client/local"
	"github.com/cometbft/cometbft/types"
	"github.com/prometheus/client_golang/prometheus"
)

// Metric is one family of metrics.
type Metric struct {
	Name    string    `json:"name"`
	Type    string    `json:"type"`
	Help    string    `json:"help"`
	Labels  []string  `json:"labels"`
	Buckets []float64 `json:"buckets,omitempty"`
}

// Recording is the content of the file.
type Recording struct {
	Program string   `json:"program"`
	Address string   `json:"prometheus_listen_addr"`
	Metrics []Metric `json:"metrics"`
	// Values of the metrics of consensus that follow from the blocks, and the blocks themselves.
	Height int64              `json:"latest_block_height"`
	Txs    int                `json:"txs"`
	Sizes  []int              `json:"block_sizes"`
	Values map[string]float64 `json:"values"`
}

func main() {
	r := Recording{Program: "reference/comet/metrics: cometbft v0.38.21", Values: map[string]float64{}}
	home, err := os.MkdirTemp("", "comet")
	check(err)
	defer os.RemoveAll(home)
	n, c := start(home)
	r.Address = config.DefaultInstrumentationConfig().PrometheusListenAddr
	client, ctx := rpc.New(n), context.Background()
	_, err = client.BroadcastTxCommit(ctx, types.Tx("name=satoshi"))
	check(err)
	_, err = client.BroadcastTxSync(ctx, types.Tx("not a pair"))
	check(err)
	for n.BlockStore().Height() < 4 {
		time.Sleep(10 * time.Millisecond)
	}
	// The metrics of a block are set after it is stored.
	time.Sleep(c.Consensus.TimeoutCommit / 3)
	r.Height = n.BlockStore().Height()
	for height := int64(1); height <= r.Height; height++ {
		block := n.BlockStore().LoadBlock(height)
		r.Sizes = append(r.Sizes, block.Size())
		r.Txs += len(block.Txs)
	}
	families, err := prometheus.DefaultGatherer.Gather()
	check(err)
	for _, family := range families {
		m := Metric{Name: family.GetName(), Type: family.GetType().String(), Help: family.GetHelp(), Labels: []string{}}
		if len(m.Name) < 9 || m.Name[:9] != "cometbft_" {
			continue
		}
		one := family.GetMetric()[0]
		for _, label := range one.GetLabel() {
			m.Labels = append(m.Labels, label.GetName())
		}
		sort.Strings(m.Labels)
		for _, bucket := range one.GetHistogram().GetBucket() {
			m.Buckets = append(m.Buckets, bucket.GetUpperBound())
		}
		if one.GetGauge() != nil {
			r.Values[m.Name] = one.GetGauge().GetValue()
		}
		if one.GetCounter() != nil {
			r.Values[m.Name] = one.GetCounter().GetValue()
		}
		if one.GetHistogram() != nil {
			r.Values[m.Name+"_count"] = float64(one.GetHistogram().GetSampleCount())
		}
		r.Metrics = append(r.Metrics, m)
	}
	check(n.Stop())
	bz, err := json.MarshalIndent(r, "", " ")
	check(err)
	check(os.WriteFile(os.Args[1], append(bz, '\n'), 0o644))
}

func start(home string) (*node.Node, *config.Config) {
	c := config.TestConfig().SetRoot(home)
	c.DBBackend = "memdb"
	c.P2P.ListenAddress, c.RPC.ListenAddress = "tcp://127.0.0.1:0", ""
	c.Consensus.TimeoutCommit, c.Consensus.SkipTimeoutCommit = time.Second, false
	c.Instrumentation.Prometheus, c.Instrumentation.PrometheusListenAddr = true, "127.0.0.1:0"
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
	return n, c
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
