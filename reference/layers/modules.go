package main

import (
	"encoding/json"

	"cosmossdk.io/core/appmodule"
	storetypes "cosmossdk.io/store/types"
	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"
	"github.com/cosmos/ibc-apps/middleware/packet-forward-middleware/v10/packetforward"
	"github.com/neutron-org/neutron/v11/x/coinfactory"
	"github.com/neutron-org/neutron/v11/x/cron"
	"github.com/neutron-org/neutron/v11/x/dynamicfees"
	"github.com/neutron-org/neutron/v11/x/globalfee"
	ibcratelimit "github.com/neutron-org/neutron/v11/x/ibc-rate-limit"
	stateverifier "github.com/neutron-org/neutron/v11/x/state-verifier"
	"github.com/neutron-org/neutron/v11/x/tokenfactory"
	"github.com/skip-mev/feemarket/x/feemarket"
	"github.com/skip-mev/slinky/x/marketmap"
	"github.com/skip-mev/slinky/x/oracle"

	"sudobox/reference/recording"
)

// modules are those whose blocks and genesis are recorded, made as the app makes them. A name is that of the genesis state.
func (c *Chain) modules() map[string]any {
	cdc := c.AppCodec()
	return map[string]any{
		"cron":                   cron.NewAppModule(cdc, c.CronKeeper),
		"state-verifier":         stateverifier.NewAppModule(cdc, c.StateVerifierKeeper),
		"coinfactory":            coinfactory.NewAppModule(cdc, *c.CoinfactoryKeeper, c.AccountKeeper, c.BankKeeper),
		"tokenfactory":           tokenfactory.NewAppModule(cdc, *c.TokenFactoryKeeper, c.AccountKeeper, c.BankKeeper),
		"globalfee":              globalfee.NewAppModule(c.GlobalFeeKeeper, c.GetSubspace("globalfee"), cdc, c.GetKey("globalfee")),
		"dynamicfees":            dynamicfees.NewAppModule(cdc, *c.DynamicFeesKeeper),
		"feemarket":              feemarket.NewAppModule(cdc, *c.FeeMarkerKeeper),
		"rate-limited-ibc":       ibcratelimit.NewAppModule(cdc, c.RateLimitingICS4Wrapper.IbcratelimitKeeper, c.RateLimitingICS4Wrapper),
		"packetfowardmiddleware": packetforward.NewAppModule(c.PFMKeeper, c.GetSubspace("packetfowardmiddleware")),
		"oracle":                 oracle.NewAppModule(cdc, *c.OracleKeeper),
		"marketmap":              marketmap.NewAppModule(cdc, c.MarketMapKeeper),
	}
}

// beginBlock and endBlock run one module's part of a block.
func (r *Rec) beginBlock(name, of string) {
	do := Fields{"kind": "begin_block", "module": of, "app_hash_hex": hexOf(r.appHash), "validators_hash_hex": hexOf(validatorsHash)}
	r.step(name, do, func(ctx sdk.Context, _ Fields) error {
		return r.modules()[of].(appmodule.HasBeginBlocker).BeginBlock(ctx)
	})
}

func (r *Rec) endBlock(name, of string) {
	r.step(name, Fields{"kind": "end_block", "module": of}, func(ctx sdk.Context, _ Fields) error {
		return r.modules()[of].(appmodule.HasEndBlocker).EndBlock(ctx)
	})
}

type stateful interface {
	ExportGenesis(sdk.Context, codec.JSONCodec) json.RawMessage
}

func (r *Rec) exportGenesis(of string) {
	r.dropped().step("export", Fields{"kind": "genesis_export", "module": of}, func(ctx sdk.Context, expect Fields) error {
		expect["genesis"] = r.modules()[of].(stateful).ExportGenesis(ctx, r.AppCodec())
		return nil
	})
}

// importGenesis gives a genesis state to the module over an emptied store, and exports it again.
func (r *Rec) importGenesis(name, of, store, genesis string) {
	do := Fields{"kind": "genesis_import", "module": of, "store": store, "genesis": json.RawMessage(genesis)}
	r.dropped().step(name, do, func(ctx sdk.Context, expect Fields) error {
		kv := ctx.WithGasMeter(storetypes.NewInfiniteGasMeter()).KVStore(r.keys[store])
		for key := range recording.RowsOf(ctx, r.keys[store]) {
			kv.Delete(bytesOf(key))
		}
		switch one := r.modules()[of].(type) {
		case interface {
			InitGenesis(sdk.Context, codec.JSONCodec, json.RawMessage) []abci.ValidatorUpdate
		}:
			one.InitGenesis(ctx, r.AppCodec(), json.RawMessage(genesis))
		case module.HasGenesis:
			one.InitGenesis(ctx, r.AppCodec(), json.RawMessage(genesis))
		default:
			panic("a module without genesis: " + of)
		}
		expect["genesis_exported_after"] = r.modules()[of].(stateful).ExportGenesis(ctx, r.AppCodec())
		return nil
	})
}
