package main

import (
	"encoding/json"
	"maps"
	"slices"

	"cosmossdk.io/core/store"
	"cosmossdk.io/log/v2"
	abci "github.com/cometbft/cometbft/abci/types"
	db "github.com/cosmos/cosmos-db"
	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/baseapp/txnrunner"
	"github.com/cosmos/cosmos-sdk/runtime"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"
	authkeeper "github.com/cosmos/cosmos-sdk/x/auth/keeper"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	authzkeeper "github.com/cosmos/cosmos-sdk/x/authz/keeper"
	bankkeeper "github.com/cosmos/cosmos-sdk/x/bank/keeper"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	consensuskeeper "github.com/cosmos/cosmos-sdk/x/consensus/keeper"
	consensustypes "github.com/cosmos/cosmos-sdk/x/consensus/types"
	distrkeeper "github.com/cosmos/cosmos-sdk/x/distribution/keeper"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	evidencekeeper "github.com/cosmos/cosmos-sdk/x/evidence/keeper"
	evidencetypes "github.com/cosmos/cosmos-sdk/x/evidence/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"
	feegrantkeeper "github.com/cosmos/cosmos-sdk/x/feegrant/keeper"
	govkeeper "github.com/cosmos/cosmos-sdk/x/gov/keeper"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	mintkeeper "github.com/cosmos/cosmos-sdk/x/mint/keeper"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"
	slashingkeeper "github.com/cosmos/cosmos-sdk/x/slashing/keeper"
	slashingtypes "github.com/cosmos/cosmos-sdk/x/slashing/types"
	stakingkeeper "github.com/cosmos/cosmos-sdk/x/staking/keeper"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	upgradekeeper "github.com/cosmos/cosmos-sdk/x/upgrade/keeper"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"
	evmante "github.com/cosmos/evm/ante"
	antetypes "github.com/cosmos/evm/ante/types"
	"github.com/cosmos/evm/encoding"
	evmaddress "github.com/cosmos/evm/encoding/address"
	"github.com/cosmos/evm/mempool"
	precompiles "github.com/cosmos/evm/precompiles/types"
	"github.com/cosmos/evm/utils"
	erc20keeper "github.com/cosmos/evm/x/erc20/keeper"
	erc20types "github.com/cosmos/evm/x/erc20/types"
	feemarketkeeper "github.com/cosmos/evm/x/feemarket/keeper"
	feemarkettypes "github.com/cosmos/evm/x/feemarket/types"
	evmkeeper "github.com/cosmos/evm/x/vm/keeper"
	vmrunner "github.com/cosmos/evm/x/vm/runner"
	evmtypes "github.com/cosmos/evm/x/vm/types"
	transferkeeper "github.com/cosmos/ibc-go/v11/modules/apps/transfer/keeper"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"
	ibckeeper "github.com/cosmos/ibc-go/v11/modules/core/keeper"
	"github.com/ethereum/go-ethereum/common"
	corevm "github.com/ethereum/go-ethereum/core/vm"
)

// evmChainID is the default of the module.
const evmChainID = 262144

// App has the modules of the module's example chain, wired as there. Its pool is that of a node: a story makes its own blocks.
type App struct {
	*baseapp.BaseApp
	encoding.Config
	keys map[string]*storetypes.KVStoreKey
	// objects live for one block.
	objects map[string]*storetypes.ObjectStoreKey

	Accounts     authkeeper.AccountKeeper
	Bank         bankkeeper.Keeper
	Staking      *stakingkeeper.Keeper
	Slashing     slashingkeeper.Keeper
	Mint         mintkeeper.Keeper
	Distribution distrkeeper.Keeper
	Gov          govkeeper.Keeper
	Upgrade      *upgradekeeper.Keeper
	Authz        authzkeeper.Keeper
	Evidence     evidencekeeper.Keeper
	FeeGrants    feegrantkeeper.Keeper
	Consensus    consensuskeeper.Keeper
	IBC          *ibckeeper.Keeper
	Transfer     *transferkeeper.Keeper
	FeeMarket    feemarketkeeper.Keeper
	EVM          *evmkeeper.Keeper
	ERC20        erc20keeper.Keeper

	modules *module.Manager
	basics  module.BasicManager
	// born is told the state after genesis, before the first block.
	born func(sdk.Context)
	// pending are told of transactions that the ante steps let through.
	pending []func(common.Hash)
	// pool is that of a node; a story has none.
	pool *mempool.Mempool
}

var permissions = map[string][]string{
	authtypes.FeeCollectorName:     nil,
	distrtypes.ModuleName:          nil,
	transfertypes.ModuleName:       {authtypes.Minter, authtypes.Burner},
	minttypes.ModuleName:           {authtypes.Minter},
	stakingtypes.BondedPoolName:    {authtypes.Burner, authtypes.Staking},
	stakingtypes.NotBondedPoolName: {authtypes.Burner, authtypes.Staking},
	govtypes.ModuleName:            {authtypes.Burner},
	evmtypes.ModuleName:            {authtypes.Minter, authtypes.Burner},
	feemarkettypes.ModuleName:      nil,
	erc20types.ModuleName:          {authtypes.Minter, authtypes.Burner},
}

// blocked are the accounts of modules and the addresses of precompiles, the EVM's own included.
func blocked() map[string]bool {
	all := map[string]bool{}
	for name := range permissions {
		all[authtypes.NewModuleAddress(name).String()] = true
	}
	for _, one := range evmtypes.AvailableStaticPrecompiles {
		all[sdk.AccAddress(common.HexToAddress(one).Bytes()).String()] = true
	}
	for _, one := range corevm.PrecompiledAddressesPrague {
		all[sdk.AccAddress(one.Bytes()).String()] = true
	}
	return all
}

// newApp is an app, with what of a node has to be set before its stores are loaded.
func newApp(chainID string, born func(sdk.Context), configure ...func(*App)) *App {
	sdk.DefaultPowerReduction = utils.AttoPowerReduction
	config := encoding.MakeConfig(evmChainID)
	base := baseapp.NewBaseApp("evmd", log.NewNopLogger(), db.NewMemDB(), config.TxConfig.TxDecoder(), baseapp.SetChainID(chainID))
	base.SetInterfaceRegistry(config.InterfaceRegistry)
	base.SetTxEncoder(config.TxConfig.TxEncoder())
	base.SetDisableBlockGasMeter(true)
	a := &App{
		BaseApp: base, Config: config, born: born,
		keys: storetypes.NewKVStoreKeys(
			authtypes.StoreKey, banktypes.StoreKey, stakingtypes.StoreKey, minttypes.StoreKey, distrtypes.StoreKey,
			slashingtypes.StoreKey, govtypes.StoreKey, consensustypes.StoreKey, upgradetypes.StoreKey, feegrant.StoreKey,
			evidencetypes.StoreKey, authzkeeper.StoreKey, ibcexported.StoreKey, transfertypes.StoreKey,
			evmtypes.StoreKey, feemarkettypes.StoreKey, erc20types.StoreKey,
		),
		objects: storetypes.NewObjectStoreKeys(banktypes.ObjectStoreKey, evmtypes.ObjectKey),
	}
	a.keepers()
	a.routes()
	a.manage()
	a.MountKVStores(a.keys)
	a.MountObjectStores(a.objects)
	a.steps()
	for _, one := range configure {
		one(a)
	}
	check(a.LoadLatestVersion())
	a.CommitMultiStore().AddListeners(a.kept())
	vmrunner.SetRunner(base, txnrunner.NewSTMRunner(config.TxConfig.TxDecoder(), a.stores(), 1, true,
		func(storetypes.MultiStore) string { return denom }))
	return a
}

// storeNames are those of stores that are kept.
func storeNames(a *App) []string { return slices.Sorted(maps.Keys(a.keys)) }

func (a *App) kept() (all []storetypes.StoreKey) {
	for _, name := range storeNames(a) {
		all = append(all, a.keys[name])
	}
	return all
}

func (a *App) stores() []storetypes.StoreKey {
	all := a.kept()
	for _, key := range a.objects {
		all = append(all, key)
	}
	return all
}

func (a *App) keepers() {
	prefixes, cdc, router := sdk.GetConfig(), a.Codec, a.MsgServiceRouter()
	addresses := evmaddress.NewEvmCodec(prefixes.GetBech32AccountAddrPrefix())
	gov := authtypes.NewModuleAddress(govtypes.ModuleName)
	authority := gov.String()
	of := func(name string) store.KVStoreService { return runtime.NewKVStoreService(a.keys[name]) }

	a.Consensus = consensuskeeper.NewKeeper(cdc, of(consensustypes.StoreKey), authority, runtime.EventService{})
	a.SetParamStore(a.Consensus.ParamsStore)
	a.Accounts = authkeeper.NewAccountKeeper(cdc, of(authtypes.StoreKey), authtypes.ProtoBaseAccount, permissions,
		addresses, prefixes.GetBech32AccountAddrPrefix(), authority)
	a.Bank = bankkeeper.NewBaseKeeper(cdc, of(banktypes.StoreKey), a.Accounts, blocked(), authority, log.NewNopLogger()).
		WithObjStoreKey(a.objects[banktypes.ObjectStoreKey])
	a.Staking = stakingkeeper.NewKeeper(cdc, of(stakingtypes.StoreKey), a.Accounts, a.Bank, authority,
		evmaddress.NewEvmCodec(prefixes.GetBech32ValidatorAddrPrefix()), evmaddress.NewEvmCodec(prefixes.GetBech32ConsensusAddrPrefix()))
	a.Mint = mintkeeper.NewKeeper(cdc, of(minttypes.StoreKey), a.Staking, a.Accounts, a.Bank, authtypes.FeeCollectorName, authority)
	a.Distribution = distrkeeper.NewKeeper(cdc, of(distrtypes.StoreKey), a.Accounts, a.Bank, a.Staking, authtypes.FeeCollectorName, authority)
	a.Slashing = slashingkeeper.NewKeeper(cdc, a.Amino, of(slashingtypes.StoreKey), a.Staking, authority)
	a.FeeGrants = feegrantkeeper.NewKeeper(cdc, of(feegrant.StoreKey), a.Accounts)
	a.Staking.SetHooks(stakingtypes.NewMultiStakingHooks(a.Distribution.Hooks(), a.Slashing.Hooks()))
	a.Authz = authzkeeper.NewKeeper(of(authzkeeper.StoreKey), cdc, router, a.Accounts)
	a.Upgrade = upgradekeeper.NewKeeper(map[int64]bool{}, of(upgradetypes.StoreKey), cdc, "", a.BaseApp, authority)
	a.IBC = ibckeeper.NewKeeper(cdc, of(ibcexported.StoreKey), a.Upgrade, authority)
	a.Gov = *govkeeper.NewKeeper(cdc, of(govtypes.StoreKey), a.Accounts, a.Bank, a.Distribution, router, govtypes.DefaultConfig(),
		authority, govkeeper.NewDefaultCalculateVoteResultsAndVotingPower(a.Staking)).SetHooks(govtypes.NewMultiGovHooks())
	a.Evidence = *evidencekeeper.NewKeeper(cdc, of(evidencetypes.StoreKey), a.Staking, a.Slashing, a.Accounts.AddressCodec(),
		runtime.ProvideCometInfoService())

	a.FeeMarket = feemarketkeeper.NewKeeper(cdc, gov, a.keys[feemarkettypes.StoreKey])
	a.Transfer = transferkeeper.NewKeeper(cdc, addresses, of(transfertypes.StoreKey), a.IBC.ChannelKeeper, router, a.Accounts, a.Bank, authority)
	// The EVM comes before the ERC-20 keeper, of which it is given the place.
	a.EVM = evmkeeper.NewKeeper(cdc, a.keys[evmtypes.StoreKey], a.objects[evmtypes.ObjectKey], a.stores(), gov,
		a.Accounts, a.Bank, a.Staking, a.FeeMarket, &a.Consensus, &a.ERC20, evmChainID, "").
		WithStaticPrecompiles(precompiles.DefaultStaticPrecompiles(*a.Staking, a.Distribution, a.Bank, &a.ERC20, a.Transfer,
			a.IBC.ChannelKeeper, a.IBC.ClientKeeper, a.Gov, a.Slashing, cdc))
	a.EVM.EnableVirtualFeeCollection()
	a.ERC20 = erc20keeper.NewKeeper(a.keys[erc20types.StoreKey], cdc, gov, a.Accounts, a.Bank, a.EVM, a.Staking, a.Transfer)
}

func (a *App) genesis(ctx sdk.Context, req *abci.RequestInitChain) (*abci.ResponseInitChain, error) {
	state := map[string]json.RawMessage{}
	check(json.Unmarshal(req.AppStateBytes, &state))
	check(a.Upgrade.SetModuleVersionMap(ctx, a.modules.GetVersionMap()))
	response, err := a.modules.InitGenesis(ctx, a.Codec, state)
	a.born(ctx)
	return response, err
}

// steps are what happens at genesis, around a block and before a transaction.
func (a *App) steps() {
	a.SetInitChainer(a.genesis)
	a.SetPreBlocker(func(ctx sdk.Context, _ *abci.RequestFinalizeBlock) (*sdk.ResponsePreBlock, error) {
		return a.modules.PreBlock(ctx)
	})
	a.SetBeginBlocker(a.modules.BeginBlock)
	a.SetEndBlocker(a.modules.EndBlock)
	options := evmante.HandlerOptions{
		Cdc: a.Codec, AccountKeeper: a.Accounts, BankKeeper: a.Bank, ExtensionOptionChecker: antetypes.HasDynamicFeeExtensionOption,
		EvmKeeper: a.EVM, FeegrantKeeper: a.FeeGrants, IBCKeeper: a.IBC, FeeMarketKeeper: a.FeeMarket,
		SignModeHandler: a.TxConfig.SignModeHandler(), SigGasConsumer: evmante.SigVerificationGasConsumer,
		DynamicFeeChecker: true, PendingTxListener: func(hash common.Hash) {
			for _, tell := range a.pending {
				tell(hash)
			}
		},
	}
	check(options.Validate())
	a.SetAnteHandler(evmante.NewAnteHandler(options))
}
