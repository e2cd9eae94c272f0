package main

import (
	"encoding/json"
	"maps"
	"slices"

	"cosmossdk.io/core/store"
	"cosmossdk.io/log"
	storetypes "cosmossdk.io/store/types"
	upgradekeeper "cosmossdk.io/x/upgrade/keeper"
	upgradetypes "cosmossdk.io/x/upgrade/types"
	abci "github.com/cometbft/cometbft/abci/types"
	db "github.com/cosmos/cosmos-db"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/runtime"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"
	"github.com/cosmos/cosmos-sdk/x/auth"
	authkeeper "github.com/cosmos/cosmos-sdk/x/auth/keeper"
	authsims "github.com/cosmos/cosmos-sdk/x/auth/simulation"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	"github.com/cosmos/cosmos-sdk/x/bank"
	bankkeeper "github.com/cosmos/cosmos-sdk/x/bank/keeper"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	"github.com/cosmos/cosmos-sdk/x/consensus"
	consensuskeeper "github.com/cosmos/cosmos-sdk/x/consensus/keeper"
	consensustypes "github.com/cosmos/cosmos-sdk/x/consensus/types"
	distr "github.com/cosmos/cosmos-sdk/x/distribution"
	distrkeeper "github.com/cosmos/cosmos-sdk/x/distribution/keeper"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	"github.com/cosmos/cosmos-sdk/x/staking"
	stakingkeeper "github.com/cosmos/cosmos-sdk/x/staking/keeper"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	evmante "github.com/cosmos/evm/ante"
	antetypes "github.com/cosmos/evm/ante/types"
	"github.com/cosmos/evm/encoding"
	evmaddress "github.com/cosmos/evm/encoding/address"
	precompiles "github.com/cosmos/evm/precompiles/types"
	"github.com/cosmos/evm/utils"
	"github.com/cosmos/evm/x/erc20"
	erc20keeper "github.com/cosmos/evm/x/erc20/keeper"
	erc20types "github.com/cosmos/evm/x/erc20/types"
	"github.com/cosmos/evm/x/feemarket"
	feemarketkeeper "github.com/cosmos/evm/x/feemarket/keeper"
	feemarkettypes "github.com/cosmos/evm/x/feemarket/types"
	ibccallbackskeeper "github.com/cosmos/evm/x/ibc/callbacks/keeper"
	"github.com/cosmos/evm/x/vm"
	evmkeeper "github.com/cosmos/evm/x/vm/keeper"
	evmtypes "github.com/cosmos/evm/x/vm/types"
	callbacks "github.com/cosmos/ibc-go/v10/modules/apps/callbacks"
	"github.com/cosmos/ibc-go/v10/modules/apps/transfer"
	transferkeeper "github.com/cosmos/ibc-go/v10/modules/apps/transfer/keeper"
	transfertypes "github.com/cosmos/ibc-go/v10/modules/apps/transfer/types"
	ibc "github.com/cosmos/ibc-go/v10/modules/core"
	porttypes "github.com/cosmos/ibc-go/v10/modules/core/05-port/types"
	ibcexported "github.com/cosmos/ibc-go/v10/modules/core/exported"
	ibckeeper "github.com/cosmos/ibc-go/v10/modules/core/keeper"
	tendermint "github.com/cosmos/ibc-go/v10/modules/light-clients/07-tendermint"
	"github.com/ethereum/go-ethereum/common"
)

// callbackGas is what a callback of a packet may use at most.
const callbackGas = 1_000_000

// App has what packets need of the module's example chain, wired as there.
type App struct {
	*baseapp.BaseApp
	encoding.Config
	keys, tkeys map[string]storetypes.StoreKey

	Accounts     authkeeper.AccountKeeper
	Bank         bankkeeper.BaseKeeper
	Staking      *stakingkeeper.Keeper
	Distribution distrkeeper.Keeper
	Upgrade      *upgradekeeper.Keeper
	Consensus    consensuskeeper.Keeper
	IBC          *ibckeeper.Keeper
	Transfer     transferkeeper.Keeper
	FeeMarket    feemarketkeeper.Keeper
	EVM          *evmkeeper.Keeper
	ERC20        erc20keeper.Keeper

	modules *module.Manager
	basics  module.BasicManager
}

var permissions = map[string][]string{
	authtypes.FeeCollectorName:     nil,
	distrtypes.ModuleName:          nil,
	transfertypes.ModuleName:       {authtypes.Minter, authtypes.Burner},
	stakingtypes.BondedPoolName:    {authtypes.Burner, authtypes.Staking},
	stakingtypes.NotBondedPoolName: {authtypes.Burner, authtypes.Staking},
	evmtypes.ModuleName:            {authtypes.Minter, authtypes.Burner},
	feemarkettypes.ModuleName:      nil,
	erc20types.ModuleName:          {authtypes.Minter, authtypes.Burner},
}

// blocked are the accounts of modules and the addresses of precompiles.
func blocked() map[string]bool {
	all := map[string]bool{}
	for name := range permissions {
		all[authtypes.NewModuleAddress(name).String()] = true
	}
	for _, one := range evmtypes.AvailableStaticPrecompiles {
		all[sdk.AccAddress(common.HexToAddress(one).Bytes()).String()] = true
	}
	return all
}

func newApp() *App {
	sdk.DefaultPowerReduction = utils.AttoPowerReduction
	config := encoding.MakeConfig(evmChainID)
	a := &App{
		BaseApp: baseapp.NewBaseApp("evmd", log.NewNopLogger(), db.NewMemDB(), config.TxConfig.TxDecoder(), baseapp.SetChainID(chainID)),
		Config:  config,
	}
	a.SetInterfaceRegistry(config.InterfaceRegistry)
	a.SetTxEncoder(config.TxConfig.TxEncoder())
	a.keepers()
	a.manage()
	a.SetInitChainer(func(ctx sdk.Context, req *abci.RequestInitChain) (*abci.ResponseInitChain, error) {
		state := map[string]json.RawMessage{}
		check(json.Unmarshal(req.AppStateBytes, &state))
		return a.modules.InitGenesis(ctx, a.Codec, state)
	})
	a.SetPreBlocker(func(ctx sdk.Context, _ *abci.RequestFinalizeBlock) (*sdk.ResponsePreBlock, error) {
		return a.modules.PreBlock(ctx)
	})
	a.SetBeginBlocker(a.modules.BeginBlock)
	a.SetEndBlocker(a.modules.EndBlock)
	options := evmante.HandlerOptions{
		Cdc: a.Codec, AccountKeeper: a.Accounts, BankKeeper: a.Bank, ExtensionOptionChecker: antetypes.HasDynamicFeeExtensionOption,
		EvmKeeper: a.EVM, IBCKeeper: a.IBC, FeeMarketKeeper: a.FeeMarket, SignModeHandler: a.TxConfig.SignModeHandler(),
		SigGasConsumer: evmante.SigVerificationGasConsumer, DynamicFeeChecker: true, PendingTxListener: func(common.Hash) {},
	}
	check(options.Validate())
	a.SetAnteHandler(evmante.NewAnteHandler(options))
	check(a.LoadLatestVersion())
	a.CommitMultiStore().AddListeners(a.watched())
	return a
}

// watched are the stores whose rows are written down.
func (a *App) watched() []storetypes.StoreKey {
	return []storetypes.StoreKey{a.keys[banktypes.StoreKey], a.keys[evmtypes.StoreKey]}
}

func (a *App) keepers() {
	keys := storetypes.NewKVStoreKeys(authtypes.StoreKey, banktypes.StoreKey, stakingtypes.StoreKey, distrtypes.StoreKey, consensustypes.StoreKey,
		upgradetypes.StoreKey, ibcexported.StoreKey, transfertypes.StoreKey, evmtypes.StoreKey, feemarkettypes.StoreKey, erc20types.StoreKey)
	tkeys := storetypes.NewTransientStoreKeys(evmtypes.TransientKey, feemarkettypes.TransientKey)
	a.MountKVStores(keys)
	a.MountTransientStores(tkeys)
	a.keys = map[string]storetypes.StoreKey{}
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		a.keys[name] = keys[name]
	}
	prefixes, cdc := sdk.GetConfig(), a.Codec
	addresses := evmaddress.NewEvmCodec(prefixes.GetBech32AccountAddrPrefix())
	gov := authtypes.NewModuleAddress(govtypes.ModuleName)
	authority := gov.String()
	of := func(name string) store.KVStoreService { return runtime.NewKVStoreService(keys[name]) }

	a.Consensus = consensuskeeper.NewKeeper(cdc, of(consensustypes.StoreKey), authority, runtime.EventService{})
	a.SetParamStore(a.Consensus.ParamsStore)
	a.Accounts = authkeeper.NewAccountKeeper(cdc, of(authtypes.StoreKey), authtypes.ProtoBaseAccount, permissions,
		addresses, prefixes.GetBech32AccountAddrPrefix(), authority)
	a.Bank = bankkeeper.NewBaseKeeper(cdc, of(banktypes.StoreKey), a.Accounts, blocked(), authority, log.NewNopLogger())
	a.Staking = stakingkeeper.NewKeeper(cdc, of(stakingtypes.StoreKey), a.Accounts, a.Bank, authority,
		evmaddress.NewEvmCodec(prefixes.GetBech32ValidatorAddrPrefix()), evmaddress.NewEvmCodec(prefixes.GetBech32ConsensusAddrPrefix()))
	// Fees leave their collector in each block, so that the transactions of a block pay for short rows.
	a.Distribution = distrkeeper.NewKeeper(cdc, of(distrtypes.StoreKey), a.Accounts, a.Bank, a.Staking, authtypes.FeeCollectorName, authority)
	a.Staking.SetHooks(a.Distribution.Hooks())
	a.Upgrade = upgradekeeper.NewKeeper(map[int64]bool{}, of(upgradetypes.StoreKey), cdc, "", a.BaseApp, authority)
	a.IBC = ibckeeper.NewKeeper(cdc, of(ibcexported.StoreKey), nil, a.Upgrade, authority)
	a.FeeMarket = feemarketkeeper.NewKeeper(cdc, gov, keys[feemarkettypes.StoreKey], tkeys[feemarkettypes.TransientKey])
	// The EVM comes before the ERC-20 keeper, and that before transfers: each is given the place of the next.
	a.EVM = evmkeeper.NewKeeper(cdc, keys[evmtypes.StoreKey], tkeys[evmtypes.TransientKey], keys, gov,
		a.Accounts, a.Bank, a.Staking, a.FeeMarket, &a.Consensus, &a.ERC20, evmChainID, "").
		WithStaticPrecompiles(precompiles.NewStaticPrecompiles().WithPraguePrecompiles().
			WithICS20Precompile(a.Bank, *a.Staking, &a.Transfer, a.IBC.ChannelKeeper, &a.ERC20))
	a.ERC20 = erc20keeper.NewKeeper(keys[erc20types.StoreKey], cdc, gov, a.Accounts, a.Bank, a.EVM, a.Staking, &a.Transfer)
	a.Transfer = transferkeeper.NewKeeper(cdc, of(transfertypes.StoreKey), nil, a.IBC.ChannelKeeper, a.IBC.ChannelKeeper,
		a.MsgServiceRouter(), a.Accounts, a.Bank, authority)
	a.Transfer.SetAddressCodec(addresses)
}

// manage routes packets, and registers the modules in the orders of the example chain.
func (a *App) manage() {
	layers := callbacks.NewIBCMiddleware(erc20.NewIBCMiddleware(a.ERC20, transfer.NewIBCModule(a.Transfer)), a.IBC.ChannelKeeper,
		ibccallbackskeeper.NewKeeper(a.Accounts, a.EVM, a.ERC20), callbackGas)
	a.IBC.SetRouter(porttypes.NewRouter().AddRoute(transfertypes.ModuleName, layers))
	cdc := a.Codec
	light := tendermint.NewLightClientModule(cdc, a.IBC.ClientKeeper.GetStoreProvider())
	a.IBC.ClientKeeper.AddRoute(tendermint.ModuleName, &light)
	a.modules = module.NewManager(
		auth.NewAppModule(cdc, a.Accounts, authsims.RandomGenesisAccounts, nil),
		bank.NewAppModule(cdc, a.Bank, a.Accounts, nil),
		distr.NewAppModule(cdc, a.Distribution, a.Accounts, a.Bank, a.Staking, nil),
		staking.NewAppModule(cdc, a.Staking, a.Accounts, a.Bank, nil),
		consensus.NewAppModule(cdc, a.Consensus),
		ibc.NewAppModule(a.IBC),
		tendermint.NewAppModule(light),
		transfer.NewAppModule(a.Transfer),
		vm.NewAppModule(a.EVM, a.Accounts, a.Bank, a.Accounts.AddressCodec()),
		feemarket.NewAppModule(a.FeeMarket),
		erc20.NewAppModule(a.ERC20, a.Accounts),
	)
	a.basics = module.NewBasicManagerFromManager(a.modules, nil)
	a.basics.RegisterLegacyAminoCodec(a.Amino)
	a.basics.RegisterInterfaces(a.InterfaceRegistry)
	a.modules.SetOrderPreBlockers(authtypes.ModuleName, evmtypes.ModuleName)
	a.modules.SetOrderBeginBlockers(
		ibcexported.ModuleName, transfertypes.ModuleName, erc20types.ModuleName, feemarkettypes.ModuleName, evmtypes.ModuleName,
		distrtypes.ModuleName, stakingtypes.ModuleName, authtypes.ModuleName, banktypes.ModuleName, consensustypes.ModuleName,
	)
	a.modules.SetOrderEndBlockers(
		stakingtypes.ModuleName, authtypes.ModuleName, banktypes.ModuleName, evmtypes.ModuleName, erc20types.ModuleName,
		feemarkettypes.ModuleName, ibcexported.ModuleName, transfertypes.ModuleName, distrtypes.ModuleName, consensustypes.ModuleName,
	)
	a.modules.SetOrderInitGenesis(
		authtypes.ModuleName, banktypes.ModuleName, distrtypes.ModuleName, stakingtypes.ModuleName, ibcexported.ModuleName,
		evmtypes.ModuleName, feemarkettypes.ModuleName, erc20types.ModuleName, transfertypes.ModuleName,
	)
	check(a.modules.RegisterServices(module.NewConfigurator(cdc, a.MsgServiceRouter(), a.GRPCQueryRouter())))
}
