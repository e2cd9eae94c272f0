package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"cosmossdk.io/core/header"
	storetypes "cosmossdk.io/store/types"
	abci "github.com/cometbft/cometbft/abci/types"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	"github.com/cosmos/cosmos-sdk/baseapp"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	"github.com/cosmos/gogoproto/proto"

	"sudobox/reference/recording"
)

func headerOf(height int64, at time.Time) cmtproto.Header {
	return cmtproto.Header{ChainID: chainID, Height: height, Time: at}
}

// Rec is a branch of the chain's state whose every step is written down.
type Rec struct {
	*Chain
	ctx   sdk.Context
	story *Story
	last  map[string]recording.Rows
	limit uint64
	drops bool
	// appHash is what the block of the steps says of the state before it.
	appHash []byte
}

var recorded []*Story

// validatorsHash is what blocks of stories carry.
var validatorsHash = addr(8)

// tell begins a story.
func (c *Chain) tell(name, title string) *Rec {
	r := &Rec{Chain: c, limit: 50_000_000, appHash: addr(7), story: &Story{
		Format: "golden-story", Version: 1, Name: name, Title: title, Source: source,
	}}
	ms := c.CommitMultiStore().CacheMultiStore()
	r.ctx = sdk.NewContext(ms, headerOf(startHeight, startTime), false, c.Logger()).WithExecMode(sdk.ExecModeFinalize)
	r.at(startHeight, startTime)
	r.story.Setup = Setup{
		ChainID: chainID, Prefix: "neutron", Height: startHeight, TimeNs: fmt.Sprint(startTime.UnixNano()), Level: "keeper",
		Params: c.params(r.ctx), Base: baseFile, Codes: []Code{}, Contracts: []Contract{},
	}
	r.story.Setup.Accounts, r.story.Setup.NextNumber = c.accounts(r.ctx)
	recorded = append(recorded, r.story)
	return r
}

func (r *Rec) at(height int64, at time.Time) {
	r.ctx = r.ctx.WithBlockHeader(headerOf(height, at)).WithChainID(chainID).
		WithHeaderInfo(header.Info{ChainID: chainID, Height: height, Time: at, AppHash: r.appHash}).
		WithCometInfo(baseapp.NewBlockInfo(nil, validatorsHash, nil, abci.CommitInfo{})).
		WithGasMeter(storetypes.NewInfiniteGasMeter())
}

// begin ends the set-up: what follows are steps.
func (r *Rec) begin() *Rec {
	r.last = r.rows(r.ctx)
	r.story.Setup.Rows = changes(r.base, r.last)
	return r
}

func (c *Chain) params(ctx sdk.Context) map[string]json.RawMessage {
	cdc := c.AppCodec()
	auth, bank, wasm := c.AccountKeeper.GetParams(ctx), c.BankKeeper.GetParams(ctx), c.WasmKeeper.GetParams(ctx)
	all := map[string]json.RawMessage{}
	for name, one := range map[string]proto.Message{"auth": &auth, "bank": &bank, "wasm": &wasm} {
		all[name] = cdc.MustMarshalJSON(one)
	}
	return all
}

// accounts are all that there are, with all that they own.
func (c *Chain) accounts(ctx sdk.Context) ([]Account, uint64) {
	all := []Account{}
	c.AccountKeeper.IterateAccounts(ctx, func(one sdk.AccountI) bool {
		account := Account{
			Address: one.GetAddress().String(), Name: names[one.GetAddress().String()], Number: one.GetAccountNumber(),
			Sequence: one.GetSequence(), Balances: pairs(c.BankKeeper.GetAllBalances(ctx, one.GetAddress())),
		}
		if module, ok := one.(*authtypes.ModuleAccount); ok {
			account.Name, account.IsModule, account.Permissions = module.Name, true, module.Permissions
		}
		all = append(all, account)
		return false
	})
	return all, uint64(len(all))
}

func pairs(coins sdk.Coins) [][2]string {
	all := [][2]string{}
	for _, coin := range coins {
		all = append(all, [2]string{coin.Denom, coin.Amount.String()})
	}
	return all
}

// code stores a contract's module, and gives its id.
func (r *Rec) code(file string) uint64 {
	bz := moduleOf(file)
	id, _, err := r.ContractKeeper.Create(r.ctx, creator, bz, nil)
	check(err)
	sum := sha256.Sum256(bz)
	r.story.Setup.Codes = append(r.story.Setup.Codes,
		Code{CodeID: id, File: file, Sha256: hex.EncodeToString(sum[:]), Bytes: len(bz), Creator: creator.String()})
	return id
}

// contract instantiates a code without an admin, from the creator.
func (r *Rec) contract(code uint64, label, msg string, funds ...sdk.Coin) sdk.AccAddress {
	address, _, err := r.ContractKeeper.Instantiate(r.ctx, code, creator, nil, []byte(msg), label, funds)
	check(err)
	setup := &r.story.Setup
	setup.Contracts = append(setup.Contracts, Contract{
		InstanceID: uint64(len(setup.Contracts) + 1), Address: address.String(), CodeID: code, Creator: creator.String(),
		Label: label, Msg: msg, Funds: pairs(funds),
	})
	return address
}

func moduleOf(file string) []byte {
	for _, folder := range moduleFolders {
		if bz, err := os.ReadFile(filepath.Join(folder, file)); err == nil {
			return bz
		}
	}
	panic("no such module: " + file)
}
