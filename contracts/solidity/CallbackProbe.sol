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
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Does in callbacks what it was told to before.
contract CallbackProbe {
    enum Mode {
        count,
        refuse,
        burn,
        sendAgain,
        pay,
        callItself
    }

    event Called(string name, address caller, string channel, string port, uint64 sequence, bytes data, bytes answer);

    error Refused(uint64 sequence);

    Transfers private constant ICS20 = Transfers(address(0x802));

    Mode public mode;
    address payable public friend;
    /// Who gets what is sent again, in bech32.
    string public receiver;
    uint256 public count;
    mapping(uint256 => bytes) public answers;

    receive() external payable {}

    /// What callbacks do, whom they pay, and to whom they send.
    function become(Mode mode_, address payable friend_, string memory receiver_) external {
        mode = mode_;
        friend = friend_;
        receiver = receiver_;
    }

    /// Sends coins that this contract has.
    function send(
        string memory channel,
        string memory denom,
        uint256 amount,
        string memory receiver_,
        uint64 timeout,
        string memory memo
    ) external payable returns (uint64) {
        return ICS20.transfer("transfer", channel, denom, amount, address(this), receiver_, Height(0, 0), timeout, memo);
    }

    /// Sends tokens that this contract has, then looks at their contract.
    function sendAndLook(
        string memory channel,
        string memory denom,
        uint256 amount,
        string memory receiver_,
        uint64 timeout,
        address token
    ) external returns (uint256) {
        ICS20.transfer("transfer", channel, denom, amount, address(this), receiver_, Height(0, 0), timeout, "");
        return token.code.length;
    }

    function onPacketAcknowledgement(
        string memory channel,
        string memory port,
        uint64 sequence,
        bytes memory data,
        bytes memory acknowledgement
    ) external {
        emit Called("acknowledgement", msg.sender, channel, port, sequence, data, acknowledgement);
        answers[count] = acknowledgement;
        act(channel, sequence);
    }

    function onPacketTimeout(string memory channel, string memory port, uint64 sequence, bytes memory data) external {
        emit Called("timeout", msg.sender, channel, port, sequence, data, "");
        act(channel, sequence);
    }

    /// Takes all of a token from the caller, as contracts do that a packet names as its receiver.
    function take(address token, uint256 amount) external {
        emit Called("take", msg.sender, "", "", 0, abi.encode(token, amount), "");
        if (mode == Mode.refuse) revert Refused(0);
        Token(token).transferFrom(msg.sender, address(this), amount);
        count++;
    }

    function act(string memory channel, uint64 sequence) private {
        count++;
        if (mode == Mode.refuse) revert Refused(sequence);
        while (mode == Mode.burn) count++;
        if (mode == Mode.sendAgain)
            ICS20.transfer(
                "transfer",
                channel,
                "atest",
                1,
                address(this),
                receiver,
                Height(0, 0),
                uint64(block.timestamp + 600) * 1_000_000_000,
                ""
            );
        if (mode == Mode.pay) {
            (bool paid, ) = friend.call{ value: address(this).balance / 2 }("");
            require(paid, "not paid");
        }
        if (mode == Mode.callItself) {
            mode = Mode.count;
            this.onPacketTimeout(channel, "again", sequence, "");
        }
    }
}
