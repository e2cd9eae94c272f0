package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"cosmossdk.io/log"
	circuitante "cosmossdk.io/x/circuit/ante"
	"github.com/CosmWasm/wasmd/app"
	wasmkeeper "github.com/CosmWasm/wasmd/x/wasm/keeper"
	wasmtypes "github.com/CosmWasm/wasmd/x/wasm/types"
	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/crypto/ed25519"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	cmttypes "github.com/cometbft/cometbft/types"
	db "github.com/cosmos/cosmos-db"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client/flags"
	authcodec "github.com/cosmos/cosmos-sdk/codec/address"
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	"github.com/cosmos/cosmos-sdk/runtime"
	"github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/auth"
	"github.com/cosmos/cosmos-sdk/x/auth/ante"
	authkeeper "github.com/cosmos/cosmos-sdk/x/auth/keeper"
	authsigning "github.com/cosmos/cosmos-sdk/x/auth/signing"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	ibcante "github.com/cosmos/ibc-go/v10/modules/core/ante"

	"sudobox/reference/recording"
)

const chainID = "wasmd-1"

var (
	check       = recording.Check
	genesisTime = time.Unix(1_767_225_600, 0).UTC()
	// stores are those whose roots are written.
	stores = []string{"acc", "bank", "wasm"}
)

type user struct {
	key     *secp256k1.PrivKey
	address sdk.AccAddress
	number  uint64
	next    uint64
}

func userOf(name string, number uint64) *user {
	key := secp256k1.GenPrivKeyFromSecret([]byte(name))
	return &user{key, sdk.AccAddress(key.PubKey().Address()), number, 0}
}

// Chain is wasmd's app with one rule about unordered transactions.
type Chain struct {
	*app.WasmApp
	val                    ed25519.PrivKey
	alice, bob, rich, poor *user
	height                 int64
	time                   time.Time
	lines                  []any
	roots                  map[string]string
	name                   string
}

type Tx struct {
	Name      string     `json:"name"`
	Tx        string     `json:"tx"`
	Code      uint32     `json:"code,omitempty"`
	Codespace string     `json:"codespace,omitempty"`
	Log       string     `json:"log,omitempty"`
	Wanted    int64      `json:"wanted"`
	Used      int64      `json:"used"`
	Data      string     `json:"data,omitempty"`
	Events    []([2]any) `json:"events"`
}

type Block struct {
	Height int64             `json:"height"`
	Time   string            `json:"time"`
	Txs    []Tx              `json:"txs,omitempty"`
	Events []([2]any)        `json:"events"`
	Roots  map[string]string `json:"roots,omitempty"`
}

// start boots the app; the rule is `stock`, `neutron` or `accepted`.
func start(rule string) *Chain {
	home, err := os.MkdirTemp("", "wasmd")
	check(err)
	a := app.NewWasmApp(log.NewNopLogger(), db.NewMemDB(), nil, false, sims.AppOptionsMap{flags.FlagHome: home},
		[]wasmkeeper.Option{}, baseapp.SetChainID(chainID))
	if rule != "stock" {
		a.SetAnteHandler(steps(a, rule))
	}
	check(a.LoadLatestVersion())
	c := &Chain{
		WasmApp: a, val: ed25519.GenPrivKeyFromSecret([]byte("validator")), time: genesisTime, roots: map[string]string{},
		alice: userOf("alice", 0), bob: userOf("bob", 1), rich: userOf("rich", 2), poor: userOf("poor", 99),
	}
	state := c.genesis()
	bz, err := json.Marshal(state)
	check(err)
	params := *sims.DefaultConsensusParams
	params.Block = &cmtproto.BlockParams{MaxBytes: 4_000_000, MaxGas: 100_000_000}
	_, err = a.InitChain(&abci.RequestInitChain{
		ChainId: chainID, Time: genesisTime, InitialHeight: 1, Validators: []abci.ValidatorUpdate{},
		ConsensusParams: &params, AppStateBytes: bz,
	})
	check(err)
	c.lines = append(c.lines, map[string]any{
		"program": "wasmd v0.61.14, unordered transactions: " + rule, "version": "v0.61.14", "stores": stores,
		"genesis": map[string]any{"chain_id": chainID, "genesis_time": genesisTime.Format(time.RFC3339), "app_state": state},
	})
	c.time = genesisTime.Add(-4 * time.Second)
	c.block(5)
	return c
}

// ordered hides from a decorator that a transaction is unordered.
type ordered struct {
	authsigning.Tx
	authsigning.V2AdaptableTx
}

func (ordered) GetUnordered() bool { return false }

// blind runs a decorator that was written before there were unordered transactions.
type blind struct{ inner sdk.AnteDecorator }

func (b blind) AnteHandle(ctx sdk.Context, tx sdk.Tx, simulate bool, next sdk.AnteHandler) (sdk.Context, error) {
	return b.inner.AnteHandle(ctx, ordered{tx.(authsigning.Tx), tx.(authsigning.V2AdaptableTx)}, simulate,
		func(ctx sdk.Context, _ sdk.Tx, simulate bool) (sdk.Context, error) { return next(ctx, tx, simulate) })
}

// steps are those of wasmd's app/ante.go. Neutron has its own decorator for signatures, which knows no unordered transactions.
func steps(a *app.WasmApp, rule string) sdk.AnteHandler {
	accounts := a.AccountKeeper
	if rule == "accepted" {
		accounts = authkeeper.NewAccountKeeper(a.AppCodec(), runtime.NewKVStoreService(a.GetKey(authtypes.StoreKey)),
			authtypes.ProtoBaseAccount, app.GetMaccPerms(), authcodec.NewBech32Codec("wasm"), "wasm",
			authtypes.NewModuleAddress(govtypes.ModuleName).String(), authkeeper.WithUnorderedTransactions(true))
		a.ModuleManager.Modules[authtypes.ModuleName] = auth.NewAppModule(a.AppCodec(), accounts, nil, nil)
	}
	var verify sdk.AnteDecorator = ante.NewSigVerificationDecorator(accounts, a.TxConfig().SignModeHandler())
	if rule == "neutron" {
		verify = blind{verify}
	}
	node := wasmtypes.DefaultNodeConfig()
	return sdk.ChainAnteDecorators(
		ante.NewSetUpContextDecorator(),
		wasmkeeper.NewLimitSimulationGasDecorator(node.SimulationGasLimit),
		wasmkeeper.NewCountTXDecorator(runtime.NewKVStoreService(a.GetKey(wasmtypes.StoreKey))),
		wasmkeeper.NewGasRegisterDecorator(a.WasmKeeper.GetGasRegister()),
		wasmkeeper.NewTxContractsDecorator(),
		circuitante.NewCircuitBreakerDecorator(&a.CircuitKeeper),
		ante.NewExtensionOptionsDecorator(nil),
		ante.NewValidateBasicDecorator(),
		ante.NewTxTimeoutHeightDecorator(),
		ante.NewValidateMemoDecorator(accounts),
		ante.NewConsumeGasForTxSizeDecorator(accounts),
		ante.NewDeductFeeDecorator(accounts, a.BankKeeper, a.FeeGrantKeeper, nil),
		ante.NewSetPubKeyDecorator(accounts),
		ante.NewValidateSigCountDecorator(accounts),
		ante.NewSigGasConsumeDecorator(accounts, ante.DefaultSigVerificationGasConsumer),
		verify,
		ante.NewIncrementSequenceDecorator(accounts),
		ibcante.NewRedundantRelayDecorator(a.IBCKeeper),
	)
}

func (c *Chain) genesis() map[string]map[string]any {
	key := c.val.PubKey()
	set := cmttypes.NewValidatorSet([]*cmttypes.Validator{cmttypes.NewValidator(key, 1)})
	accounts := []authtypes.GenesisAccount{}
	balances := []banktypes.Balance{}
	for _, u := range []*user{c.alice, c.bob, c.rich} {
		accounts = append(accounts, authtypes.NewBaseAccount(u.address, nil, u.number, 0))
		balances = append(balances, banktypes.Balance{Address: u.address.String(), Coins: sdk.NewCoins(sdk.NewInt64Coin("stake", 1_000_000_000_000))})
	}
	state, err := sims.GenesisStateWithValSet(c.AppCodec(), c.DefaultGenesis(), set, accounts, balances...)
	check(err)
	bz, err := json.Marshal(state)
	check(err)
	decoded := map[string]map[string]any{}
	decoder := json.NewDecoder(strings.NewReader(string(bz)))
	decoder.UseNumber()
	check(decoder.Decode(&decoded))
	address := sdk.ConsAddress(key.Address()).String()
	decoded["slashing"]["signing_infos"] = []any{map[string]any{
		"address": address, "validator_signing_info": map[string]any{"address": address, "start_height": "0",
			"index_offset": "0", "jailed_until": "1970-01-01T00:00:00Z", "tombstoned": false, "missed_blocks_counter": "0"},
	}}
	decoded["staking"]["params"].(map[string]any)["historical_entries"] = 0
	return decoded
}

// Aside is the check of a transaction that is refused, on the state after a height.
type Aside struct {
	Name      string `json:"name"`
	At        int64  `json:"at"`
	Check     string `json:"check"`
	Code      uint32 `json:"code"`
	Codespace string `json:"codespace"`
	Log       string `json:"log"`
	Used      int64  `json:"used"`
	Wanted    int64  `json:"wanted"`
}

func (c *Chain) look(tx []byte) *abci.ResponseCheckTx {
	checked, err := c.CheckTx(&abci.RequestCheckTx{Tx: tx, Type: abci.CheckTxType_New})
	check(err)
	if checked.Code != 0 && checked.GasWanted == 0 {
		c.lines = append(c.lines, Aside{
			Name: c.name, At: c.height, Check: base64.StdEncoding.EncodeToString(tx), Code: checked.Code, Codespace: checked.Codespace,
			Log: plain(checked.Log), Used: checked.GasUsed, Wanted: checked.GasWanted,
		})
		fmt.Println("  check:", c.name, "·", plain(checked.Log))
	}
	return checked
}

// block runs transactions some seconds after the last block.
func (c *Chain) block(seconds int, txs ...[]byte) []*abci.ExecTxResult {
	c.height++
	c.time = c.time.Add(time.Duration(seconds) * time.Second)
	request := &abci.RequestFinalizeBlock{Height: c.height, Time: c.time, Txs: txs, ProposerAddress: c.val.PubKey().Address()}
	if c.height > 1 {
		request.DecidedLastCommit = abci.CommitInfo{Votes: []abci.VoteInfo{{
			Validator: abci.Validator{Address: c.val.PubKey().Address(), Power: 1}, BlockIdFlag: cmtproto.BlockIDFlagCommit,
		}}}
	}
	response, err := c.FinalizeBlock(request)
	check(err)
	_, err = c.Commit()
	check(err)
	block := Block{Height: c.height, Time: c.time.Format(time.RFC3339Nano), Events: eventsOf(response.Events)}
	for i, result := range response.TxResults {
		tx := Tx{
			Name: c.name, Tx: base64.StdEncoding.EncodeToString(txs[i]), Code: result.Code, Codespace: result.Codespace,
			Wanted: result.GasWanted, Used: result.GasUsed, Data: base64.StdEncoding.EncodeToString(result.Data), Events: eventsOf(result.Events),
		}
		if result.Code != 0 {
			tx.Log = plain(result.Log)
		}
		block.Txs = append(block.Txs, tx)
	}
	if c.height > 1 {
		block.Roots = c.changedRoots()
	}
	c.lines = append(c.lines, block)
	return response.TxResults
}

func (c *Chain) changedRoots() map[string]string {
	changed := map[string]string{}
	for _, name := range stores {
		root := base64.StdEncoding.EncodeToString(c.CommitMultiStore().GetCommitKVStore(c.GetKey(name)).LastCommitID().Hash)
		if c.roots[name] != root {
			c.roots[name], changed[name] = root, root
		}
	}
	return changed
}

var position = regexp.MustCompile(` \[[^\]]*\.go:\d+\]`)

// plain is a text without the places in Go's sources, and without a stack: they depend on the build.
func plain(text string) string {
	if at := strings.Index(text, "stack:\n"); at >= 0 {
		text = text[:at+len("stack:\n")]
	}
	return position.ReplaceAllString(text, "")
}

func eventsOf(emitted []abci.Event) []([2]any) {
	events := [][2]any{}
	for _, one := range emitted {
		attributes := [][2]string{}
		for _, attribute := range one.Attributes {
			attributes = append(attributes, [2]string{attribute.Key, plain(attribute.Value)})
		}
		events = append(events, [2]any{one.Type, attributes})
	}
	return events
}
