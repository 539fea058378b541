# A random bot from nothing but Perl, written after protocol/README.md: perl bot.pl HOST PORT GAME MATCHES

use strict;
use warnings;
use IO::Socket::INET;
use JSON::PP;

my ($host, $port, $game, $left) = @ARGV;
my $server = IO::Socket::INET->new(PeerAddr => $host, PeerPort => $port) or die "cannot connect: $!\n";
$| = 1;

sub say_it { print {$server} encode_json({@_}), "\n" }

say_it(type => 'hello', proto => [1], auth => {kind => 'guest', name => 'perl'});
say_it(type => 'seek', game => $game);
my $seat;
while ($left > 0 and defined(my $line = <$server>)) {
    next unless $line =~ /\S/;    # the server is alive
    my $message = decode_json($line);
    my $type    = $message->{type};
    if ($type eq 'match_start') {
        $seat = $message->{seat};
    } elsif ($type eq 'your_turn') {
        my ($match_id, $decision, $n) = @$message{qw(match_id decision n)};
        say_it(type => 'act', match_id => $match_id, decision => $decision, index => int rand $n);
    } elsif ($type eq 'match_over') {
        print "$message->{reason}: place $message->{places}[$seat]\n";
        say_it(type => 'seek', game => $game) if --$left > 0;
    } elsif ($type eq 'error' or $type eq 'bye') {
        print STDERR $line;
    }
}
exit $left;
