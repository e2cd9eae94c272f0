package main

import (
	"encoding/json"
	"os"
	"time"

	"cosmossdk.io/core/header"
	"cosmossdk.io/log"
	storetypes "cosmossdk.io/store/types"
	"github.com/CosmWasm/wasmd/app"
	wasmkeeper "github.com/CosmWasm/wasmd/x/wasm/keeper"
	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/crypto/ed25519"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	cmttypes "github.com/cometbft/cometbft/types"
	db "github.com/cosmos/cosmos-db"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"sudobox/reference/recording"
)

const (
	chainID     = "wasmd-1"
	startHeight = 100
)

var (
	check       = recording.Check
	genesisTime = time.Unix(1_767_225_600, 0).UTC()
	startTime   = genesisTime.Add(time.Hour)
	alice       = addr(1)
	relayer     = addr(4)
)

func addr(b byte) sdk.AccAddress {
	bz := make([]byte, 20)
	for i := range bz {
		bz[i] = b
	}
	return bz
}

// Chain is the app after its first block, with two contracts of one code; stories branch off its state.
type Chain struct {
	*app.WasmApp
	keys       map[string]storetypes.StoreKey
	one, other sdk.AccAddress
	base       map[string]recording.Rows
	start      sdk.Context
}

func boot(code []byte) *Chain {
	config := sdk.GetConfig()
	config.SetBech32PrefixForAccount("wasm", "wasmpub")
	config.SetBech32PrefixForValidator("wasmvaloper", "wasmvaloperpub")
	config.SetBech32PrefixForConsensusNode("wasmvalcons", "wasmvalconspub")
	sdk.SetAddrCacheEnabled(false)
	home, err := os.MkdirTemp("", "wasmd")
	check(err)
	defer os.RemoveAll(home)
	a := app.NewWasmApp(log.NewNopLogger(), db.NewMemDB(), nil, true, sims.AppOptionsMap{flags.FlagHome: home},
		[]wasmkeeper.Option{}, baseapp.SetChainID(chainID))
	key := ed25519.GenPrivKeyFromSecret([]byte("validator"))
	validators := cmttypes.NewValidatorSet([]*cmttypes.Validator{cmttypes.NewValidator(key.PubKey(), 1)})
	account := authtypes.NewBaseAccount(alice, nil, 0, 0)
	coins := banktypes.Balance{Address: alice.String(), Coins: sdk.NewCoins(sdk.NewInt64Coin("stake", 1_000_000))}
	genesis, err := sims.GenesisStateWithValSet(a.AppCodec(), a.DefaultGenesis(), validators,
		[]authtypes.GenesisAccount{account}, coins)
	check(err)
	state, err := json.Marshal(genesis)
	check(err)
	_, err = a.InitChain(&abci.RequestInitChain{
		ChainId: chainID, Time: genesisTime, InitialHeight: 1, Validators: []abci.ValidatorUpdate{},
		ConsensusParams: sims.DefaultConsensusParams, AppStateBytes: state,
	})
	check(err)
	_, err = a.FinalizeBlock(&abci.RequestFinalizeBlock{
		Height: 1, Time: genesisTime.Add(5 * time.Second), NextValidatorsHash: validators.Hash(),
	})
	check(err)
	_, err = a.Commit()
	check(err)
	c := &Chain{WasmApp: a, keys: map[string]storetypes.StoreKey{}}
	for _, key := range a.GetStoreKeys() {
		if kv, ok := key.(*storetypes.KVStoreKey); ok {
			c.keys[kv.Name()] = kv
		}
	}
	c.start = at(sdk.NewContext(a.CommitMultiStore().CacheMultiStore(), cmtproto.Header{}, false, a.Logger()).
		WithExecMode(sdk.ExecModeFinalize), startHeight, startTime)
	keeper := wasmkeeper.NewDefaultPermissionKeeper(a.WasmKeeper)
	id, _, err := keeper.Create(c.start, alice, code, nil)
	check(err)
	for i, contract := range []*sdk.AccAddress{&c.one, &c.other} {
		funds := sdk.NewCoins(sdk.NewInt64Coin("stake", 1000))
		*contract, _, err = keeper.Instantiate(c.start, id, alice, nil, []byte(nothing), []string{"one", "other"}[i], funds)
		check(err)
	}
	c.base = c.rows(c.start)
	return c
}

func at(ctx sdk.Context, height int64, now time.Time) sdk.Context {
	return ctx.WithBlockHeader(cmtproto.Header{ChainID: chainID, Height: height, Time: now}).WithChainID(chainID).
		WithHeaderInfo(header.Info{ChainID: chainID, Height: height, Time: now}).
		WithGasMeter(storetypes.NewInfiniteGasMeter())
}

// rows are those of all stores.
func (c *Chain) rows(ctx sdk.Context) map[string]recording.Rows {
	all := map[string]recording.Rows{}
	for name, key := range c.keys {
		all[name] = recording.RowsOf(ctx, key)
	}
	return all
}
