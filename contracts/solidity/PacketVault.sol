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

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Sends tokens of its users over a channel. What comes back is theirs again: the chain pays it to this contract and then calls it.
contract PacketVault {
    struct Shipment {
        address owner;
        address token;
        uint256 amount;
    }

    event Sent(address indexed owner, string channel, uint64 sequence, uint256 amount);
    event Arrived(string channel, uint64 sequence);
    event Returned(address indexed owner, string channel, uint64 sequence, uint256 amount);

    error NotTheChain(address caller);
    error NothingSent(string channel, uint64 sequence);
    error NothingToWithdraw(address owner);
    error WrongPayment(uint256 sent, uint256 wanted);
    error PaymentFailed(address to, uint256 amount);

    Transfers private constant ICS20 = Transfers(address(0x802));
    /// Stands for the coin of the chain where an address of a token is asked for.
    address public constant COIN = address(0);
    string private constant PORT = "transfer";

    /// The denomination of the chain's coin.
    string public denom;
    /// What callbacks may use of gas, in decimal digits.
    string public gasLimit;
    mapping(bytes32 packet => Shipment) public shipments;
    mapping(address owner => mapping(address token => uint256)) public claims;

    constructor(string memory denom_, string memory gasLimit_) {
        denom = denom_;
        gasLimit = gasLimit_;
    }

    /// Sends coins or tokens of the caller. `timeout` is in nanoseconds since 1970.
    function send(
        string memory channel,
        address token,
        uint256 amount,
        string memory receiver,
        uint64 timeout
    ) external payable returns (uint64 sequence) {
        if (msg.value != (token == COIN ? amount : 0)) revert WrongPayment(msg.value, token == COIN ? amount : 0);
        if (token != COIN && !Token(token).transferFrom(msg.sender, address(this), amount))
            revert PaymentFailed(address(this), amount);
        sequence = ICS20.transfer(
            PORT,
            channel,
            token == COIN ? denom : string.concat("erc20:", hexOf(token)),
            amount,
            address(this),
            receiver,
            Height(0, 0),
            timeout,
            string.concat('{"src_callback":{"address":"', hexOf(address(this)), '","gas_limit":"', gasLimit, '"}}')
        );
        shipments[keyOf(channel, sequence)] = Shipment(msg.sender, token, amount);
        emit Sent(msg.sender, channel, sequence, amount);
    }

    /// Called by the chain when the other one has answered.
    function onPacketAcknowledgement(
        string memory channel,
        string memory,
        uint64 sequence,
        bytes memory,
        bytes memory acknowledgement
    ) external {
        if (isSuccess(acknowledgement)) {
            settle(channel, sequence);
            emit Arrived(channel, sequence);
        } else giveBack(channel, sequence);
    }

    /// Called by the chain when a packet has timed out.
    function onPacketTimeout(string memory channel, string memory, uint64 sequence, bytes memory) external {
        giveBack(channel, sequence);
    }

    /// Pays the caller what came back.
    function withdraw(address token) external {
        uint256 amount = claims[msg.sender][token];
        if (amount == 0) revert NothingToWithdraw(msg.sender);
        claims[msg.sender][token] = 0;
        if (token == COIN) {
            (bool paid, ) = msg.sender.call{ value: amount }("");
            if (!paid) revert PaymentFailed(msg.sender, amount);
        } else if (!Token(token).transfer(msg.sender, amount)) revert PaymentFailed(msg.sender, amount);
    }

    /// Coins that the chain pays back.
    receive() external payable {}

    function giveBack(string memory channel, uint64 sequence) private {
        Shipment memory one = settle(channel, sequence);
        claims[one.owner][one.token] += one.amount;
        emit Returned(one.owner, channel, sequence, one.amount);
    }

    function settle(string memory channel, uint64 sequence) private returns (Shipment memory one) {
        // The chain calls in the name of the sender of the packet, which is this contract.
        if (msg.sender != address(this)) revert NotTheChain(msg.sender);
        bytes32 key = keyOf(channel, sequence);
        one = shipments[key];
        if (one.owner == address(0)) revert NothingSent(channel, sequence);
        delete shipments[key];
    }

    function keyOf(string memory channel, uint64 sequence) private pure returns (bytes32) {
        return keccak256(abi.encode(channel, sequence));
    }

    /// Whether an acknowledgement of ICS-20 is `{"result":"AQ=="}`; any other is an error.
    function isSuccess(bytes memory acknowledgement) private pure returns (bool) {
        return keccak256(acknowledgement) == keccak256('{"result":"AQ=="}');
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
