package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"math/rand"
	"net"
	"os"
	"path/filepath"
	"time"

	"cosmossdk.io/log/v2"
	dbm "github.com/cometbft/cometbft-db"
	abci "github.com/cometbft/cometbft/abci/types"
	cmtcfg "github.com/cometbft/cometbft/config"
	"github.com/cometbft/cometbft/crypto/ed25519"
	cmtjson "github.com/cometbft/cometbft/libs/json"
	cmtlog "github.com/cometbft/cometbft/libs/log"
	"github.com/cometbft/cometbft/node"
	"github.com/cometbft/cometbft/p2p"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	"github.com/cometbft/cometbft/proxy"
	"github.com/cometbft/cometbft/rpc/client/local"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/grpc/cmtservice"
	nodeservice "github.com/cosmos/cosmos-sdk/client/grpc/node"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdkserver "github.com/cosmos/cosmos-sdk/server"
	"github.com/cosmos/cosmos-sdk/server/api"
	serverconfig "github.com/cosmos/cosmos-sdk/server/config"
	"github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtx "github.com/cosmos/cosmos-sdk/x/auth/tx"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	"github.com/cosmos/evm/crypto/ethsecp256k1"
	"github.com/cosmos/evm/crypto/hd"
	"github.com/cosmos/evm/mempool"
	"github.com/cosmos/evm/server"
	"github.com/cosmos/evm/server/config"
	"github.com/ethereum/go-ethereum/common"
	// Both register tracers.
	_ "github.com/ethereum/go-ethereum/eth/tracers/js"
	_ "github.com/ethereum/go-ethereum/eth/tracers/native"
	"github.com/spf13/viper"
	"golang.org/x/sync/errgroup"
)

// blockTime is from one block of a node to the next.
const blockTime = 5 * time.Second

// Node is a chain of one validator with CometBFT and the servers of the module. It makes a block when it is told to.
type Node struct {
	*Chain
	turns  chan struct{}
	engine *node.Node
	comet  *local.Local
	blocks <-chan coretypes.ResultEvent
	// url and ws are those of the JSON-RPC, rpc that of CometBFT.
	url, ws, rpc string
	// home is a folder for the log of consensus.
	home string
}

// validator signs the votes of height h at a time that follows from h, which is the time of the next block.
type validator struct{ cmttypes.MockPV }

func (v validator) SignVote(chainID string, vote *cmtproto.Vote) error {
	vote.Timestamp = genesisTime.Add(time.Duration(vote.Height) * blockTime)
	return v.MockPV.SignVote(chainID, vote)
}

// encoded is a transaction of the pool in a proposal: what the pool gives is checked already.
type encoded struct{ *baseapp.BaseApp }

func (e encoded) PrepareProposalVerifyTx(tx sdk.Tx) ([]byte, error) { return e.TxEncode(tx) }

// pooled gives the app a pool, wired as in the example chain. A proposal waits for a turn.
func pooled(options *viper.Viper, turns <-chan struct{}) func(*App) {
	return func(a *App) {
		settings := server.ResolveMempoolConfig(a.AnteHandler(), options, log.NewNopLogger())
		settings.BlockGasLimit = maxGas
		recheck := func() *mempool.TxRechecker {
			return mempool.NewTxRechecker(settings.AnteHandler, mempool.NewTxEncoder(a.TxConfig))
		}
		a.pool = mempool.NewMempool(a.CreateQueryContext, log.NewNopLogger(), a.EVM, a.FeeMarket, a.TxConfig,
			recheck(), recheck(), settings, server.GetCosmosPoolMaxTx(options, log.NewNopLogger()))
		prepare := baseapp.NewDefaultProposalHandler(a.pool, encoded{a.BaseApp}).PrepareProposalHandler()
		a.SetPrepareProposal(func(ctx sdk.Context, request *abci.RequestPrepareProposal) (*abci.ResponsePrepareProposal, error) {
			<-turns
			return prepare(ctx, request)
		})
		a.SetInsertTxHandler(a.pool.NewInsertTxHandler(a.TxDecode))
		a.SetReapTxsHandler(a.pool.NewReapTxsHandler())
		a.SetCheckTxHandler(a.pool.NewCheckTxHandler(a.TxDecode, server.GetMempoolCheckTxTimeout(options, log.NewNopLogger())))
		a.SetMempool(a.pool)
		a.SetPrepareCheckStater(func(sdk.Context) {
			if !a.pool.HasEventBus() {
				a.pool.NotifyNewBlock()
			}
		})
	}
}

// What the servers ask of an app.

func (a *App) RegisterPendingTxListener(tell func(common.Hash)) { a.pending = append(a.pending, tell) }

func (a *App) RegisterAPIRoutes(*api.Server, serverconfig.APIConfig) {}

func (a *App) RegisterTxService(c client.Context) {
	authtx.RegisterTxService(a.GRPCQueryRouter(), c, a.Simulate, a.InterfaceRegistry)
}

func (a *App) RegisterTendermintService(c client.Context) {
	cmtservice.RegisterTendermintService(c, a.GRPCQueryRouter(), a.InterfaceRegistry, a.Query)
}

func (a *App) RegisterNodeService(c client.Context, settings serverconfig.Config) {
	nodeservice.RegisterNodeService(c, a.GRPCQueryRouter(), settings, func() int64 { return a.CommitMultiStore().EarliestVersion() })
}

// free is an address of this machine that nobody listens on.
func free() string {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	defer listener.Close()
	return listener.Addr().String()
}

// options are the defaults of the module's servers with all namespaces on.
func options() (*viper.Viper, config.Config) {
	v := viper.New()
	for key, value := range map[string]any{
		"minimum-gas-prices": "0" + denom, "pruning": "nothing", "mempool.max-txs": 0,
		"evm.evm-chain-id": uint64(evmChainID),
		// With more time than the default, a proposal has all transactions on a slow machine too.
		"evm.mempool.pending-tx-proposal-timeout": 30 * time.Second,
		"evm.mempool.check-tx-timeout":            5 * time.Second, "evm.mempool.insert-queue-size": 5000,
		"json-rpc.enable": true, "json-rpc.api": config.GetAPINamespaces(), "json-rpc.address": free(), "json-rpc.ws-address": free(),
		"grpc.enable": true, "grpc.address": free(),
	} {
		v.Set(key, value)
	}
	settings := must(config.GetConfig(v))
	check(settings.ValidateBasic())
	return v, settings
}

// startNode is a node before its first block, with the keys of these accounts in its keyring.
func startNode(ctx context.Context, g *errgroup.Group, holders ...*Account) *Node {
	v, settings := options()
	// What a request sent is ready for a block when it is answered.
	mempool.AllowUnsafeSyncInsert = true
	turns := make(chan struct{})
	key := ed25519.GenPrivKeyFromSecret([]byte("oliver"))
	c := &Chain{keys: []ed25519.PrivKey{key}, absent: -1, price: 2, time: genesisTime, rand: rand.New(rand.NewSource(1))}
	c.App = newApp(chainID, func(sdk.Context) {}, pooled(v, turns))
	state := c.state()
	params := *sims.DefaultConsensusParams
	params.Block = &cmtproto.BlockParams{MaxBytes: 4_000_000, MaxGas: maxGas}
	params.Version, params.Abci = &cmtproto.VersionParams{}, &cmtproto.ABCIParams{}
	consensus := cmttypes.ConsensusParamsFromProto(params)
	genesis := &cmttypes.GenesisDoc{
		ChainID: chainID, GenesisTime: genesisTime, InitialHeight: 1, ConsensusParams: &consensus, AppState: must(json.Marshal(state)),
	}
	c.lines = append(c.lines, map[string]any{
		"program": "github.com/cosmos/evm", "version": "v0.7.3", "stores": storeNames(c.App), "evm_chain_id": evmChainID,
		"genesis": map[string]any{
			"chain_id": chainID, "genesis_time": genesisTime.Format(time.RFC3339), "initial_height": 1, "max_gas": maxGas, "app_state": state,
		},
		// The engine gives the app these, with an empty version and empty rules of vote extensions.
		"consensus_params": json.RawMessage(must(cmtjson.Marshal(consensus))),
	})

	home := must(os.MkdirTemp("", "evmd"))
	check(os.MkdirAll(filepath.Join(home, "data"), 0o755))
	comet := cmtcfg.DefaultConfig().SetRoot(home)
	comet.Mempool.Type = cmtcfg.MempoolTypeApp
	comet.P2P.ListenAddress, comet.RPC.ListenAddress = "tcp://"+free(), "tcp://"+free()
	comet.P2P.PexReactor = false
	// A proposal waits as long as the recorder asks questions.
	comet.Consensus.TimeoutPropose, comet.Consensus.TimeoutCommit = time.Hour, time.Millisecond
	comet.Consensus.SkipTimeoutCommit = true
	check(server.ValidateReapBounds(v, maxGas))

	// Each connection has a lock of its own, since that of consensus waits.
	engine := must(node.NewNode(comet, validator{cmttypes.NewMockPVWithParams(key, false, false)},
		&p2p.NodeKey{PrivKey: ed25519.GenPrivKeyFromSecret([]byte("node"))},
		proxy.NewConnSyncLocalClientCreator(sdkserver.NewCometABCIWrapper(c.App)),
		func() (*cmttypes.GenesisDoc, error) { return genesis, nil },
		func(*cmtcfg.DBContext) (dbm.DB, error) { return dbm.NewMemDB(), nil },
		node.DefaultMetricsProvider(comet.Instrumentation), cmtlog.NewNopLogger()))
	check(engine.Start())
	c.App.pool.SetEventBus(engine.EventBus())

	keys := keyring.NewInMemory(c.Codec, hd.EthSecp256k1Option())
	for i, one := range holders {
		check(keys.ImportPrivKeyHex([]string{"a", "b", "c", "d"}[i], hex.EncodeToString(one.key.Key), ethsecp256k1.KeyType))
	}
	rpc := local.New(engine)
	talk := client.Context{}.WithCodec(c.Codec).WithInterfaceRegistry(c.InterfaceRegistry).WithTxConfig(c.TxConfig).
		WithLegacyAmino(c.Amino).WithAccountRetriever(authtypes.AccountRetriever{}).WithKeyringOptions(hd.EthSecp256k1Option()).
		WithKeyring(keys).WithHomeDir(home).WithChainID(chainID).WithClient(rpc).WithViper("")
	c.App.RegisterTxService(talk)
	c.App.RegisterTendermintService(talk)
	c.App.RegisterNodeService(talk, settings.Config)
	c.App.pool.SetClientCtx(talk)
	serving := &sdkserver.Context{Viper: v, Config: comet, Logger: log.NewNopLogger()}
	_, talk, err := sdkserver.StartGrpcServer(ctx, g, settings.GRPC, talk, serving, c.App)
	check(err)
	must(server.StartJSONRPC(ctx, serving, talk, g, &settings, nil, c.App, c.App.pool))
	return &Node{
		Chain: c, turns: turns, engine: engine, comet: rpc,
		blocks: must(rpc.Subscribe(ctx, "recorder", cmttypes.EventQueryNewBlock.String(), 16)),
		url:    "http://" + settings.JSONRPC.Address, ws: "ws://" + settings.JSONRPC.WsAddress,
		home: home, rpc: "http://" + comet.RPC.ListenAddress[len("tcp://"):],
	}
}
