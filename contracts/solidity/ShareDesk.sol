// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

struct Height {
    uint64 revisionNumber;
    uint64 revisionHeight;
}

/// The precompile of ICS-20 transfers on chains of cosmos/evm.
interface Transfers {
    function transfer(
        string memory sourcePort,
        string memory sourceChannel,
        string memory denom,
        uint256 amount,
        address sender,
        string memory receiver,
        Height memory timeoutHeight,
        uint64 timeoutTimestamp,
        string memory memo
    ) external returns (uint64 sequence);
}

/// A token of ERC-20 for coins that its owner redeems on another chain. Coins that come back are a refund: the share is not issued again.
contract ShareDesk {
    struct Redemption {
        address owner;
        uint256 amount;
    }

    event Transfer(address indexed from, address indexed to, uint256 value);

    error NotTheChain(address caller);
    error NotEnough(address owner, uint256 balance, uint256 wanted);
    error NothingToCollect(address owner);
    error PaymentFailed(address to, uint256 amount);

    Transfers private constant ICS20 = Transfers(address(0x802));
    string public constant symbol = "SHARE";

    string public denom;
    uint256 public totalSupply;
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => uint256) public refunds;
    mapping(bytes32 packet => Redemption) public redemptions;

    constructor(string memory denom_) {
        denom = denom_;
    }

    function deposit() external payable {
        totalSupply += msg.value;
        balanceOf[msg.sender] += msg.value;
        emit Transfer(address(0), msg.sender, msg.value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        take(msg.sender, value);
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    /// Sends the coins of shares to another chain. `timeout` is in nanoseconds since 1970.
    function redeem(uint256 amount, string memory channel, string memory receiver, uint64 timeout) external {
        take(msg.sender, amount);
        totalSupply -= amount;
        emit Transfer(msg.sender, address(0), amount);
        string memory memo = string.concat('{"src_callback":{"address":"', hexOf(address(this)), '"}}');
        uint64 sequence = ICS20.transfer(
            "transfer",
            channel,
            denom,
            amount,
            address(this),
            receiver,
            Height(0, 0),
            timeout,
            memo
        );
        redemptions[keyOf(channel, sequence)] = Redemption(msg.sender, amount);
    }

    /// Pays the caller what came back.
    function collect() external {
        uint256 amount = refunds[msg.sender];
        if (amount == 0) revert NothingToCollect(msg.sender);
        refunds[msg.sender] = 0;
        (bool paid, ) = msg.sender.call{ value: amount }("");
        if (!paid) revert PaymentFailed(msg.sender, amount);
    }

    /// Called by the chain when the other one has answered.
    function onPacketAcknowledgement(
        string memory channel,
        string memory,
        uint64 sequence,
        bytes memory,
        bytes memory acknowledgement
    ) external {
        // The acknowledgement of ICS-20; any other is an error.
        settle(channel, sequence, keccak256(acknowledgement) != keccak256('{"result":"AQ=="}'));
    }

    /// Called by the chain when a packet has timed out.
    function onPacketTimeout(string memory channel, string memory, uint64 sequence, bytes memory) external {
        settle(channel, sequence, true);
    }

    function settle(string memory channel, uint64 sequence, bool hasFailed) private {
        // The chain calls in the name of the sender of the packet, which is this contract.
        if (msg.sender != address(this)) revert NotTheChain(msg.sender);
        bytes32 key = keyOf(channel, sequence);
        Redemption memory one = redemptions[key];
        delete redemptions[key];
        if (hasFailed) refunds[one.owner] += one.amount;
    }

    function take(address owner, uint256 amount) private {
        uint256 balance = balanceOf[owner];
        if (balance < amount) revert NotEnough(owner, balance, amount);
        balanceOf[owner] = balance - amount;
    }

    function keyOf(string memory channel, uint64 sequence) private pure returns (bytes32) {
        return keccak256(abi.encode(channel, sequence));
    }

    function hexOf(address one) private pure returns (string memory) {
        bytes memory digits = "0123456789abcdef";
        bytes memory text = new bytes(42);
        text[0] = "0";
        text[1] = "x";
        for (uint256 i = 0; i < 40; i++) text[i + 2] = digits[(uint160(one) >> (4 * (39 - i))) & 15];
        return string(text);
    }
}
