package main

import (
	"encoding/json"
	"os"
	"time"

	"cosmossdk.io/log"
	sdkmath "cosmossdk.io/math"
	storetypes "cosmossdk.io/store/types"
	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/crypto/ed25519"
	cmttypes "github.com/cometbft/cometbft/types"
	db "github.com/cosmos/cosmos-db"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	"github.com/neutron-org/neutron/v11/app"
	"github.com/neutron-org/neutron/v11/app/config"
	"github.com/neutron-org/neutron/v11/app/params"

	"sudobox/reference/recording"
)

const chainID = "neutron-1"

var (
	genesisTime = time.Unix(1_767_225_600, 0).UTC()
	startTime   = genesisTime.Add(time.Hour)
)

const startHeight = 100

func addr(b byte) sdk.AccAddress {
	bz := make([]byte, 20)
	for i := range bz {
		bz[i] = b
	}
	return bz
}

// The pinned accounts of golden stories; bob does not exist at the start.
var (
	creator, fred, bob, relayer = addr(1), addr(2), addr(3), addr(4)
	names                       = map[string]string{}
	balances                    = map[string]int64{}
)

func configure() {
	config.GetDefaultConfig()
	sdk.SetAddrCacheEnabled(false)
	for i, one := range []sdk.AccAddress{creator, fred, relayer} {
		names[one.String()] = []string{"creator", "fred", "relayer"}[i]
		balances[one.String()] = []int64{1_000_000_000_000, 10_000_000, 1_000_000}[i]
	}
}

// Chain is the app after its first block; stories branch off its state.
type Chain struct {
	*app.App
	keys map[string]storetypes.StoreKey
	base map[string]recording.Rows
}

// boot starts the app in a temporary folder, where it keeps compiled contracts.
func boot() *Chain {
	home, err := os.MkdirTemp("", "layers")
	check(err)
	a := app.New(log.NewNopLogger(), db.NewMemDB(), nil, false, map[int64]bool{}, home, 0,
		app.MakeEncodingConfig(), sims.EmptyAppOptions{}, nil, baseapp.SetChainID(chainID))
	a.SetInitChainer(a.TestInitChainer)
	a.LoadLatest()
	state, err := json.Marshal(genesis(a))
	check(err)
	_, err = a.InitChain(&abci.RequestInitChain{
		ChainId: chainID, Time: genesisTime, InitialHeight: 1, Validators: []abci.ValidatorUpdate{},
		ConsensusParams: sims.DefaultConsensusParams, AppStateBytes: state,
	})
	check(err)
	_, err = a.FinalizeBlock(&abci.RequestFinalizeBlock{
		Height: 1, Time: genesisTime.Add(5 * time.Second), NextValidatorsHash: validators().Hash(),
	})
	check(err)
	_, err = a.Commit()
	check(err)
	c := &Chain{App: a, keys: map[string]storetypes.StoreKey{}}
	for name, key := range a.CommitMultiStore().(interface {
		StoreKeysByName() map[string]storetypes.StoreKey
	}).StoreKeysByName() {
		if kv, ok := key.(*storetypes.KVStoreKey); ok {
			c.keys[name] = kv
		}
	}
	c.base = c.rows(a.NewUncachedContext(false, headerOf(1, genesisTime)))
	return c
}

// rows are those of all stores.
func (c *Chain) rows(ctx sdk.Context) map[string]recording.Rows {
	all := map[string]recording.Rows{}
	for name, key := range c.keys {
		all[name] = recording.RowsOf(ctx, key)
	}
	return all
}

func changes(before, now map[string]recording.Rows) Stores {
	all := Stores{}
	for name := range now {
		if changed := recording.Changes(before[name], now[name]); len(changed) > 0 {
			all[name] = changed
		}
	}
	return all
}

func validators() *cmttypes.ValidatorSet {
	key := ed25519.GenPrivKeyFromSecret([]byte("validator"))
	return cmttypes.NewValidatorSet([]*cmttypes.Validator{cmttypes.NewValidator(key.PubKey(), 1)})
}

func genesis(a *app.App) map[string]json.RawMessage {
	// The defaults of modules are to name the chain's coin. While it runs neutrond has the SDK's own, which some events print.
	usual := sdk.DefaultBondDenom
	sdk.DefaultBondDenom = params.DefaultDenom
	defer func() { sdk.DefaultBondDenom = usual }()
	accounts := []authtypes.GenesisAccount{}
	coins := []banktypes.Balance{}
	for i, one := range []sdk.AccAddress{creator, fred, relayer} {
		accounts = append(accounts, authtypes.NewBaseAccount(one, nil, uint64(i), 0))
		amount := sdk.NewCoin(params.DefaultDenom, sdkmath.NewInt(balances[one.String()]))
		coins = append(coins, banktypes.Balance{Address: one.String(), Coins: sdk.NewCoins(amount)})
	}
	state, err := sims.GenesisStateWithValSet(a.AppCodec(), app.NewDefaultGenesisState(a.AppCodec()), validators(), accounts, coins...)
	check(err)
	return state
}
